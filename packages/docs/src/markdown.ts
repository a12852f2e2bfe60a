import MarkdownIt, { type Token } from "markdown-it";
import { codeBlock } from "./code.ts";
import { html } from "./html.ts";
import { icon } from "./icon.ts";

/** Rendered Markdown. */
export interface Rendered {
  /** Text of the level 1 heading. */
  readonly title: string;
  /** HTML without that heading. */
  readonly body: string;
  /** Headings of levels 2 and 3. */
  readonly headings: readonly Heading[];
}

/** Heading with an anchor. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** Link resolution for the page that is rendered. */
export interface RenderOptions {
  /** Resolves a relative link. @throws Error if the page does not exist. */
  readonly link: (path: string) => string;
  /** Returns the URL of an operation's page; undefined if there is no such operation. */
  readonly operation: (id: string) => string | undefined;
}

/** Renders Markdown. Headings get ids; inline code that names an operation links to its page. */
export function renderMarkdown(text: string, options: RenderOptions): Rendered {
  const markdown = new MarkdownIt({ html: false });
  tableRules(markdown);
  markdown.renderer.rules.heading_close = (tokens, index) => headingEnd(tokens, index);
  markdown.core.ruler.push("callouts", ({ tokens }) => callouts(tokens));
  markdown.renderer.rules.code_inline = (tokens, index) => inlineCode(tokens[index]?.content ?? "");
  markdown.renderer.rules.fence = (tokens, index) => fence(tokens, index);
  const tokens = markdown.parse(text, {});
  const title = tokens[0]?.tag === "h1" ? textOf(tokens.splice(0, 3)[1]) : "";
  const headings = assignHeadingIds(tokens);
  for (const [index, { children }] of tokens.entries()) {
    if (tokens[index - 1]?.type === "heading_open") {
      continue;
    }
    rewriteLinks(children ?? [], options.link);
    linkOperations(children ?? [], options.operation);
  }
  return { title, headings, body: markdown.renderer.render(tokens, markdown.options, {}) };
}

/** The link of a heading to itself, and its end tag. */
function headingEnd(tokens: readonly Token[], index: number): string {
  const id = String(tokens[index - 2]?.attrGet("id") ?? "");
  const label = `Link to ${textOf(tokens[index - 1])}`;
  return `<a class="anchor" href="#${html(id)}" aria-label="${html(label)}">#</a></${tokens[index]?.tag}>\n`;
}

/** Characters of a word that fits on a line of a phone. */
const MAX_UNBROKEN = 30;

/** Renders inline code; a browser would break its words after hyphens. */
function inlineCode(text: string): string {
  const words = html(text).replaceAll(/\S*-\S*/g, (word) =>
    word.length > MAX_UNBROKEN ? word : `<span class="unbroken">${word}</span>`,
  );
  return `<code>${words}</code>`;
}

function fence(tokens: readonly Token[], index: number): string {
  if (isOutput(tokens, index)) {
    return "";
  }
  const { info, content } = tokens[index] as Token;
  const output = isOutput(tokens, index + 1) ? tokens[index + 1]?.content : undefined;
  return codeBlock(content, languageOf(info), output);
}

/** Whether a block of text is the output of the code above it. */
function isOutput(tokens: readonly Token[], index: number): boolean {
  const [before, token] = [tokens[index - 1], tokens[index]];
  const isText = token?.type === "fence" && languageOf(token.info) === "text";
  return isText && before?.type === "fence" && languageOf(before.info) !== "text";
}

function languageOf(info: string): string {
  return info.trim().split(" ")[0] ?? "";
}

/** Kinds of callouts by the bold words that begin them, with their icons. */
const CALLOUTS = [
  [/^(?:Warning|Careful|Before)\b/, " warn", "warning"],
  [/^(?:Never|Danger)\b/, " bad", "shield"],
] as const;

const OTHER = [/./, "", "info"] as const;

/** Renders quotes as callouts, by their first bold words. */
function callouts(tokens: Token[]): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type === "blockquote_open") {
      const first = tokens[index + 2]?.content.replace(/^\*\*/, "") ?? "";
      const [, kind, name] = CALLOUTS.find(([pattern]) => pattern.test(first)) ?? OTHER;
      token.type = "html_block";
      token.content = `<div class="callout${kind}">${icon(name)}<div>\n`;
    } else if (token.type === "blockquote_close") {
      token.type = "html_block";
      token.content = "</div></div>\n";
    }
  }
}

function textOf(token: Token | undefined): string {
  return (token?.children ?? []).map(({ content }) => content).join("");
}

/** Assigns each heading an id derived from its text. */
function assignHeadingIds(tokens: readonly Token[]): Heading[] {
  const seen = new Map<string, number>();
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open") {
      return [];
    }
    const text = textOf(tokens[index + 1]);
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, "");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    const id = count === 0 ? slug : `${slug}-${count}`;
    token.attrSet("id", id);
    const level = Number(token.tag.slice(1));
    return level <= 3 ? [{ level, id, text }] : [];
  });
}

function rewriteLinks(children: readonly Token[], link: RenderOptions["link"]): void {
  for (const token of children) {
    const name = token.type === "image" ? "src" : "href";
    const href = String(token.attrGet(name) ?? "#");
    if (!["link_open", "image"].includes(token.type) || /^(#|\w+:)/.test(href)) {
      continue;
    }
    token.attrSet(name, link(href));
  }
}

/** Links inline code that names an operation to its page. */
function linkOperations(children: Token[], page: RenderOptions["operation"]): void {
  for (let index = 0, depth = 0; index < children.length; index++) {
    const token = children[index] as Token;
    depth += token.nesting;
    const href = token.type === "code_inline" && depth === 0 ? page(token.content) : undefined;
    if (href === undefined) {
      continue;
    }
    const Token = token.constructor as new (type: string, tag: string, nesting: number) => Token;
    const open = new Token("link_open", "a", 1);
    open.attrSet("href", href);
    children.splice(index, 1, open, token, new Token("link_close", "a", -1));
    index += 2;
  }
}

/**
 * Adds its column's heading to each table cell, because narrow screens show rows as lists, and an
 * anchor to rows that begin with a number.
 */
function tableRules(markdown: InstanceType<typeof MarkdownIt>): void {
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
