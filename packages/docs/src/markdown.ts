import MarkdownIt, { type Token } from "markdown-it";
import { highlight } from "./highlight.ts";
import { html } from "./html.ts";
import { tableRules } from "./tables.ts";

/** A Markdown text, rendered. */
export interface Rendered {
  /** Its first heading of level 1, as text. */
  readonly title: string;
  /** All but that heading, as HTML. */
  readonly body: string;
  /** The headings of level 2 and 3. */
  readonly headings: readonly Heading[];
}

/** A heading that can be linked to. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** How to render a text for its place in the site. */
export interface RenderOptions {
  /** The address to write for a link to a relative path. @throws Error if there is no such page. */
  readonly link: (path: string) => string;
  /** The address of the page of an operation; nothing if there is no operation of that name. */
  readonly operation: (id: string) => string | undefined;
}

/** Renders Markdown; headings get ids, names of operations in code become links to their pages. */
export function renderMarkdown(text: string, options: RenderOptions): Rendered {
  const markdown = new MarkdownIt({ html: false });
  tableRules(markdown);
  markdown.renderer.rules.fence = (tokens, index) => fence(tokens, index);
  const tokens = markdown.parse(text, {});
  const title = tokens[0]?.tag === "h1" ? textOf(tokens.splice(0, 3)[1]) : "";
  const headings = numberHeadings(tokens);
  for (const [index, { children }] of tokens.entries()) {
    if (tokens[index - 1]?.type === "heading_open") {
      continue;
    }
    rewriteLinks(children ?? [], options.link);
    linkOperations(children ?? [], options.operation);
  }
  return { title, headings, body: markdown.renderer.render(tokens, markdown.options, {}) };
}

function fence(tokens: readonly Token[], index: number): string {
  const { info, content } = tokens[index] as Token;
  const language = info.trim().split(" ")[0] ?? "";
  const prints = language === "text" && tokens[index - 1]?.type === "fence";
  const label = prints ? "prints" : language;
  const kind = prints ? "code prints" : "code";
  return `<div class="${kind}" data-language="${html(label)}">${highlight(content, language)}</div>\n`;
}

function textOf(token: Token | undefined): string {
  return (token?.children ?? []).map(({ content }) => content).join("");
}

/** Gives each heading an id made from its text. */
function numberHeadings(tokens: readonly Token[]): Heading[] {
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
    const href = String(token.attrGet("href") ?? "#");
    if (token.type !== "link_open" || /^(#|\w+:)/.test(href)) {
      continue;
    }
    token.attrSet("href", link(href));
  }
}

/** Puts a link around each piece of code that is the name of an operation. */
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
