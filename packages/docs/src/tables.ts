import type { MarkdownIt, Token } from "markdown-it";

/**
 * Adds its column's heading to each table cell, because narrow screens show rows as lists, and an
 * anchor to rows that begin with a number.
 */
export function tableRules(markdown: MarkdownIt): void {
  markdown.core.ruler.push("tables", ({ tokens }) => {
    let headings: string[] = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      const text = tokens[index + 1]?.content ?? "";
      if (token.type === "thead_open") {
        headings = [];
      } else if (token.type === "th_open") {
        if (text === "") {
          // An empty heading says nothing to a screen reader.
          token.tag = "td";
          (tokens[index + 2] as typeof token).tag = "td";
        }
        headings.push(text.replaceAll("`", ""));
      } else if (token.type === "tr_open") {
        column = 0;
        const first = tokens[index + 2]?.content ?? "";
        if (headings[0] === "#") {
          token.attrSet("id", `question-${first}`);
        }
      } else if (token.type === "td_open") {
        token.attrSet("data-label", headings[column++] ?? "");
      }
    }
  });
  markdown.renderer.rules.table_open = (tokens, index) => {
    const kind = isCompact(tokens.slice(index)) ? "table compact" : "table";
    return `<div class="${kind}" tabindex="0"><table>\n`;
  };
  markdown.renderer.rules.table_close = () => "</table></div>\n";
}

const MAX_COMPACT_COLUMNS = 3;
/** Characters of the longest cells of all columns. */
const MAX_COMPACT_LENGTH = 52;

/** Whether the table that begins the tokens fits on a phone as it is. */
function isCompact(tokens: readonly Token[]): boolean {
  const end = tokens.findIndex(({ type }) => type === "table_close");
  const widths: number[] = [];
  let column = 0;
  for (const { type, content } of tokens.slice(0, end)) {
    if (type === "tr_open") {
      column = 0;
    } else if (type === "inline") {
      widths[column] = Math.max(widths[column] ?? 0, textLength(content));
      column++;
    }
  }
  const length = widths.reduce((sum, width) => sum + width, 0);
  return widths.length <= MAX_COMPACT_COLUMNS && length <= MAX_COMPACT_LENGTH;
}

/** Length of what is shown of Markdown: without the addresses of links and the marks of code. */
function textLength(markdown: string): number {
  return markdown.replaceAll(/\]\([^)]*\)|[`[*]/g, "").length;
}
