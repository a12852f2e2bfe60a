import { html } from "./html.ts";
import type { Heading } from "./markdown.ts";
import { THEME_SCRIPT, THEME_SOURCE } from "./theme.ts";

/** Link of the navigation, relative to the root of the site. */
interface Link {
  readonly href: string;
  readonly text: string;
}

/** Titled group of links. */
export interface LinkGroup {
  readonly title: string;
  readonly links: readonly Link[];
}

/** Content of a page, without the layout that all pages share. */
export interface Page {
  /** Path relative to the root of the site. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** HTML above the title. */
  readonly above?: string;
  /** HTML. */
  readonly body: string;
  readonly headings: readonly Heading[];
  /** Whether the page has full width and no table of contents. */
  readonly wide?: boolean;
  /** Whether the page has a console that sends requests to the service. */
  readonly console?: boolean;
  /** URL where the source of the page is edited. */
  readonly edit?: string | undefined;
  /** Path of the Markdown version, relative to the root of the site. */
  readonly markdown?: string;
}

/** Returns the relative path from a page to the root of the site; all links are relative. */
export function rootOf(path: string): string {
  return "../".repeat(path.split("/").length - 1);
}

const POLICY = `default-src 'none'; script-src 'self' ${THEME_SOURCE}; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'`;

/**
 * Leaves `connect-src` open, because a policy cannot be widened later: `client/policy.ts` knows the base URL
 * and restricts the policy to its origin before anything else of the site runs.
 */
const CONSOLE_POLICY = `script-src 'self' ${THEME_SOURCE}; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'none'; object-src 'none'; frame-src 'none'; child-src 'none'; worker-src 'none'; manifest-src 'none'; base-uri 'none'; form-action 'none'`;

/**
 * Renders a complete HTML page.
 *
 * @param styles Style sheet of the site, which is part of the page: a file would delay the first paint.
 */
export function layout(page: Page, navigation: readonly LinkGroup[], styles: string): string {
  const { path, title, description, body, headings, markdown } = page;
  const root = rootOf(path);
  const sections = headings.filter(({ level }) => level === 2);
  const alternate = markdown
    ? `<link rel="alternate" type="text/markdown" href="${root}${html(markdown)}">\n`
    : "";
  return `<!DOCTYPE html>
<html lang="en" data-root="${root}"${page.console ? " data-console" : ""}>
<head>
${head({ path, title: path === "index.html" ? "chainkit API" : title, description, policy: page.console ? CONSOLE_POLICY : POLICY })}
<style>${styles}</style>
${alternate}<script src="${root}assets/site.js" defer></script>
</head>
<body>
${headerHtml(path, navigation)}
<div class="frame">
${navigationHtml(path, navigation)}
<main id="content"${page.wide ? ' class="wide"' : ""}>
${path === "index.html" ? "" : `${page.above ?? ""}<h1>${html(title)}</h1>${markdownLink(page)}`}
${body}${page.edit ? `<p class="edit"><a href="${html(page.edit)}">Edit this page</a></p>\n` : ""}
</main>
${!page.wide && sections.length > 1 ? tableOfContents(sections) : ""}
</div>
</body>
</html>
`;
}

/** Links to the Markdown of a page; a script adds a button that copies it. */
function markdownLink({ path, markdown }: Page): string {
  return markdown
    ? `\n<div class="formats"><a href="${rootOf(path)}${html(markdown)}">Markdown</a></div>`
    : "";
}

/** Renders the common part of the `<head>` element, before the style sheets. */
export function head(page: {
  path: string;
  title: string;
  description: string;
  policy: string;
}): string {
  const root = rootOf(page.path);
  const fullTitle = page.path === "index.html" ? page.title : `${page.title} · chainkit`;
  return `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${page.policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${html(page.description)}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="chainkit">
<meta property="og:title" content="${html(page.title)}">
<meta property="og:description" content="${html(page.description)}">
<title>${html(fullTitle)}</title>
<link rel="icon" href="${root}assets/favicon.svg" type="image/svg+xml">
<script>${THEME_SCRIPT}</script>
<script src="${root}assets/defaults.js" defer></script>`;
}

/**
 * Renders the header bar.
 *
 * @param title Title of a page that may show none itself, for screen readers.
 */
export function headerHtml(path: string, navigation: readonly LinkGroup[], title?: string): string {
  const root = rootOf(path);
  const links = navigation[0]?.links.slice(1) ?? [];
  const items = links.map(({ href, text }) => {
    const current = href === path ? ' aria-current="page"' : "";
    return `<a href="${root}${html(href)}"${current}>${html(text)}</a>`;
  });
  return `<a class="skip" href="#content">Skip to content</a>
<header class="bar">${title ? `\n<h1>${html(title)}</h1>` : ""}
<button class="icon menu" type="button" aria-label="Menu" aria-expanded="false" aria-controls="navigation">☰</button>
<a class="brand" href="${root}index.html">chainkit</a>
<nav class="areas-bar" aria-label="Areas">${items.join("\n")}</nav>
<button class="search" type="button" aria-haspopup="dialog"><span>Search</span><kbd>Ctrl K</kbd></button>
<button class="settings" type="button" aria-haspopup="dialog">Settings</button>
<button class="icon scheme" type="button" aria-label="Switch between light and dark">◐</button>
</header>`;
}

/** Renders the navigation: a sidebar, or a menu on narrow screens. */
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

function tableOfContents(headings: readonly Heading[]): string {
  const items = headings.map(({ id, text }) => `<li><a href="#${id}">${html(text)}</a></li>`);
  return `<aside aria-label="On this page">\n<p>On this page</p>\n<ul>\n${items.join("\n")}\n</ul>\n</aside>`;
}
