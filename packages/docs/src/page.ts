import { textOf } from "./html.ts";
import type { Page } from "./layout.ts";
import type { Rendered } from "./markdown.ts";

/** Markdown source of a page. */
export interface Source {
  /** Path in the repository; relative links are resolved against it. */
  readonly file: string;
  /** Path on the site, without extension. */
  readonly path: string;
  readonly text: string;
  /** URL where it is edited. */
  readonly edit?: string | undefined;
}

/** Columns of a table that fits beside a table of contents. */
const MAX_COLUMNS = 6;

/** Makes the page of a rendered source. */
export function page({ path, edit }: Source, { title, body, headings }: Rendered): Page {
  const rows = body.match(/<tr\b.*?<\/tr>/gs) ?? [];
  const wide = rows.some((row) => row.split(/<t[hd]\b/).length > MAX_COLUMNS + 1);
  const markdown = `${path}.md`;
  return {
    path: `${path}.html`,
    title,
    headings,
    body,
    wide,
    description: firstSentence(body),
    markdown,
    edit,
  };
}

/** Returns the first sentence of a page, used as its description. */
function firstSentence(body: string): string {
  const first = textOf(body.match(/<p>.*?<\/p>/s)?.[0] ?? "");
  return first.match(/^.*?[.:](?=\s|$)/)?.[0]?.replace(/:$/, ".") ?? first;
}
