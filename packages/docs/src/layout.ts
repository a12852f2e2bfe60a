import { html } from "./html.ts";
import type { Heading } from "./markdown.ts";

/** A link of the site's navigation, relative to the root of the site. */
interface Link {
  readonly href: string;
  readonly text: string;
}

/** A group of links with a title. */
export interface LinkGroup {
  readonly title: string;
  readonly links: readonly Link[];
}

/** The content of a page, without the shell that all pages share. */
export interface Page {
  /** Relative to the root of the site. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** HTML. */
  readonly body: string;
  readonly headings: readonly Heading[];
  /** Full width, without the list of sections. */
  readonly wide?: boolean;
  /** Whether the page has a console, which connects to the service. */
  readonly console?: boolean;
  /** The Markdown twin, relative to the root of the site. */
  readonly markdown?: string;
}

/** The relative path from a page to the root of the site. All links are relative. */
export function rootOf(path: string): string {
  return "../".repeat(path.split("/").length - 1);
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/**
 * Leaves `connect-src` open: `boot.js` narrows it to the origin of the base URL, which only it knows,
 * before anything else runs. A policy cannot be widened later.
 */
const CONSOLE_POLICY =
  "script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'none'; media-src 'none'; object-src 'none'; frame-src 'none'; child-src 'none'; worker-src 'none'; manifest-src 'none'; base-uri 'none'; form-action 'none'";

/** A page as HTML, with the shell around it. */
export function layout(page: Page, navigation: readonly LinkGroup[]): string {
  const { path, title, description, body, headings, markdown } = page;
  const root = rootOf(path);
  const sections = headings.filter(({ level }) => level === 2);
  const twin = markdown
    ? `<link rel="alternate" type="text/markdown" href="${root}${html(markdown)}">\n`
    : "";
  return `<!DOCTYPE html>
<html lang="en" data-root="${root}"${page.console ? " data-console" : ""}>
<head>
${head({ path, title: path === "index.html" ? "chainkit API" : title, description, policy: page.console ? CONSOLE_POLICY : POLICY })}
<link rel="stylesheet" href="${root}assets/site.css">
${twin}<script src="${root}assets/site.js" defer></script>
</head>
<body>
${shell(path, navigation)}
<div class="frame">
${navigationHtml(path, navigation)}
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

/** What is in the head of every page before its style sheets. */
export function head(page: {
  path: string;
  title: string;
  description: string;
  policy: string;
}): string {
  const root = rootOf(page.path);
  const full = page.path === "index.html" ? page.title : `${page.title} · chainkit`;
  return `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${page.policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${html(page.description)}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="chainkit">
<meta property="og:title" content="${html(page.title)}">
<meta property="og:description" content="${html(page.description)}">
<title>${html(full)}</title>
<link rel="icon" href="${root}assets/favicon.svg" type="image/svg+xml">
<script src="${root}assets/defaults.js"></script>
<script src="${root}assets/boot.js"></script>`;
}

/** The bar across the top of every page. */
export function shell(path: string, navigation: readonly LinkGroup[]): string {
  const root = rootOf(path);
  const links = navigation[0]?.links.slice(1) ?? [];
  const items = links.map(({ href, text }) => {
    const current = href === path ? ' aria-current="page"' : "";
    return `<a href="${root}${html(href)}"${current}>${html(text)}</a>`;
  });
  return `<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<button class="icon menu" type="button" aria-label="Menu" aria-expanded="false" aria-controls="navigation">☰</button>
<a class="brand" href="${root}index.html">chainkit</a>
<nav class="areas-bar" aria-label="Areas">${items.join("\n")}</nav>
<button class="search" type="button" aria-haspopup="dialog"><span>Search</span><kbd>Ctrl K</kbd></button>
<button class="settings" type="button" aria-haspopup="dialog">Settings</button>
<button class="icon scheme" type="button" aria-label="Switch between light and dark">◐</button>
</header>`;
}

/** The links to all pages: beside the content, and a menu on narrow screens. */
export function navigationHtml(path: string, navigation: readonly LinkGroup[]): string {
  const root = rootOf(path);
  return `<nav id="navigation" aria-label="Pages">
${navigation.map((group) => groupHtml(group, path, root)).join("\n")}
</nav>`;
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
