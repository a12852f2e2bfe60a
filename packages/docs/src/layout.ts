import { html } from "./html.ts";
import type { Heading } from "./markdown.ts";

/** A link of the site's navigation, relative to the root of the site. */
export interface Link {
  readonly href: string;
  readonly text: string;
}

/** A group of links with a title. */
export interface LinkGroup {
  readonly title: string;
  readonly links: readonly Link[];
}

/** One page of the site, without what all pages have. */
export interface Page {
  /** Relative to the root of the site. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** HTML. */
  readonly body: string;
  readonly headings: readonly Heading[];
  /** Over the whole width, without the list of its sections beside it. */
  readonly wide?: boolean;
}

/** The way from a page to the root of the site: every link is relative, so any base path will do. */
export function rootOf(path: string): string {
  return "../".repeat(path.split("/").length - 1);
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A page as HTML, with the navigation around it. */
export function layout(page: Page, navigation: readonly LinkGroup[]): string {
  const { path, title, description, body, headings } = page;
  const root = rootOf(path);
  const full = path === "index.html" ? "chainkit API" : `${title} · chainkit`;
  const sections = headings.filter(({ level }) => level === 2);
  return `<!DOCTYPE html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${html(description)}">
<title>${html(full)}</title>
<script src="${root}assets/theme.js"></script>
<link rel="stylesheet" href="${root}assets/site.css">
<script src="${root}assets/site.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<button class="icon menu" type="button" aria-label="Menu" aria-expanded="false" aria-controls="navigation">☰</button>
<a class="brand" href="${root}index.html">chainkit</a>
<button class="search" type="button" aria-haspopup="dialog"><span>Search</span><kbd>Ctrl K</kbd></button>
<button class="icon scheme" type="button" aria-label="Switch between light and dark">◐</button>
</header>
<div class="frame">
<nav id="navigation" aria-label="Pages">
${navigation.map((group) => groupHtml(group, path, root)).join("\n")}
</nav>
<main id="content"${page.wide ? ' class="wide"' : ""}>
${path === "index.html" ? "" : `<h1>${html(title)}</h1>`}
${body}
</main>
${!page.wide && sections.length > 1 ? contents(sections) : ""}
</div>
</body>
</html>
`;
}

function groupHtml({ title, links }: LinkGroup, path: string, root: string): string {
  const items = links.map(({ href, text }) => {
    const current = href === path ? ' aria-current="page"' : "";
    return `<li><a href="${root}${html(href)}"${current}>${html(text)}</a></li>`;
  });
  return `<p>${html(title)}</p>\n<ul>\n${items.join("\n")}\n</ul>`;
}

function contents(headings: readonly Heading[]): string {
  const items = headings.map(({ id, text }) => `<li><a href="#${id}">${html(text)}</a></li>`);
  return `<aside aria-label="On this page">\n<p>On this page</p>\n<ul>\n${items.join("\n")}\n</ul>\n</aside>`;
}
