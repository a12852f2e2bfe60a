import type { Entry } from "./client/entry.ts";
import type { ShownArea } from "./document.ts";
import { textOf } from "./html.ts";
import type { Page } from "./layout.ts";

/** What the search finds: each operation, each area, and each section of each page. */
export function searchEntries(areas: readonly ShownArea[], pages: readonly Page[]): Entry[] {
  return [...areas.flatMap(ofArea), ...pages.flatMap(ofPage)];
}

function ofArea({ name, document, operations }: ShownArea): Entry[] {
  const { title, summary = "", description = "" } = document.info;
  const text = `${summary} ${description}`;
  const area = { title, group: "API", href: `${encodeURIComponent(name)}.html`, names: name, text };
  return [
    area,
    ...operations.map(({ id, method, path, summary, description, parameters, page }) => ({
      title: summary,
      group: `${title} · ${id}`,
      href: page,
      names: [id, ...parameters].join(" "),
      text: `${method} ${path} ${description}`,
    })),
  ];
}

/** A page, cut at its headings. */
function ofPage({ path, title, body, headings }: Page): Entry[] {
  const kind = path.startsWith("guides/") ? "Guide" : "Project";
  const parts = body.split(/(?=<h[23] id=)/);
  return parts.flatMap((part) => {
    const heading = headings.find(
      ({ id }) => part.startsWith(`<h2 id="${id}"`) || part.startsWith(`<h3 id="${id}"`),
    );
    const text = textOf(heading ? part.replace(/^.*?<\/h[23]>/s, "") : part);
    if (!heading && part !== parts[0]) {
      return [];
    }
    const href = heading ? `${path}#${heading.id}` : path;
    return [
      { title: heading?.text ?? title, group: heading ? title : kind, href, names: "", text },
    ];
  });
}
