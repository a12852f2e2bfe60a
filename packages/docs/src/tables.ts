import type { MarkdownIt } from "markdown-it";

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
  markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
  markdown.renderer.rules.table_close = () => "</table></div>\n";
}
