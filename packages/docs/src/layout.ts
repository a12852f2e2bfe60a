import { crumbs, type Frame, footerHtml, headerHtml, navigationHtml, rootOf } from "./frame.ts";
import { html, textOf } from "./html.ts";
import { icon } from "./icon.ts";
import type { Heading } from "./markdown.ts";
import { THEME_SCRIPT, THEME_SOURCE } from "./theme.ts";

/** Content of a page, without the layout that all pages share. */
export interface Page {
  /** Path relative to the root of the site. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Default: text with a table of contents. */
  readonly kind?: "text" | "landing" | "operation" | "redoc";
  /** HTML below the article. */
  readonly below?: string;
  /** HTML. */
  readonly body: string;
  readonly headings: readonly Heading[];
  /** Whether the text has full width and no table of contents. */
  readonly wide?: boolean;
  /** Whether its code stays as it is written, whatever service the reader has chosen. */
  readonly asWritten?: boolean;
  /** Whether the page has a console that sends requests to the service. */
  readonly console?: boolean;
  /** URL where the source of the page is edited. */
  readonly edit?: string | undefined;
  /** Base URL in its samples. Default: that of the frame. */
  readonly baseUrl?: string | undefined;
  /** Path of the Markdown version, relative to the root of the site. */
  readonly markdown?: string;
}

const POLICY = `default-src 'none'; connect-src 'self'; script-src 'self' ${THEME_SOURCE}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'`;

/** Characters of a first paragraph that introduces a page in larger type; a longer one is text. */
const MAX_LEAD = 240;

/**
 * Leaves `connect-src` open, because a policy cannot be widened later: `client/policy.ts` knows the base URL
 * and restricts the policy to its origin before anything else of the site runs.
 */
const CONSOLE_POLICY = `script-src 'self' ${THEME_SOURCE}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'none'; object-src 'none'; frame-src 'none'; child-src 'none'; worker-src 'none'; manifest-src 'none'; base-uri 'none'; form-action 'none'`;

/**
 * Renders a complete HTML page.
 *
 * @param styles Style sheet of the site, which is part of the page unless the frame names a file. Redoc's pages have
 * both.
 */
export function layout(page: Page, frame: Frame, styles: string): string {
  const { path, title, description, markdown, kind = "text" } = page;
  const root = rootOf(path);
  const alternate = markdown
    ? `<link rel="alternate" type="text/markdown" href="${root}${html(markdown)}">\n`
    : "";
  const isLanding = kind === "landing";
  const isRedoc = kind === "redoc";
  const side = navigationHtml(path, frame);
  const content = isLanding
    ? `<div class="landing-frame">${side}</div>\n<main id="content" class="landing">\n${page.body}\n</main>`
    : `<div class="frame${kind === "operation" || page.wide ? " wide" : ""}${isRedoc ? " reference" : ""}">\n${side}\n${mainHtml(page, frame)}\n</div>`;
  return `<!DOCTYPE html>
<html lang="en" data-root="${root}"${baseUrlData(frame, page.baseUrl)}${page.console ? " data-console" : ""}>
<head>
${head(frame, { path, title: isLanding ? frame.title : title, description, policy: page.console ? CONSOLE_POLICY : POLICY })}
${frame.stylesheet ? `<link rel="stylesheet" href="${root}${html(frame.stylesheet)}">` : ""}${frame.stylesheet && !isRedoc ? "" : `<style>${withRoot(styles, root)}</style>`}
${alternate}<script src="${root}assets/site.js" defer></script>
</head>
<body${isLanding ? ' class="narrow-bar"' : ""}>
${headerHtml(path, frame, isRedoc ? title : undefined)}
${content}
${footerHtml(path, frame)}
</body>
</html>
`;
}

/** Tells the scripts of a page which base URL its samples have. */
function baseUrlData(frame: Frame, baseUrl: string | undefined = frame.baseUrl): string {
  return baseUrl === undefined ? "" : ` data-base-url="${html(baseUrl)}"`;
}

/** Makes the addresses of fonts relative to a page. */
function withRoot(styles: string, root: string): string {
  return styles.replaceAll('url("assets/', `url("${root}assets/`);
}

function mainHtml(page: Page, { navigation }: Frame): string {
  const { path, title, body, headings, kind } = page;
  if (kind === "redoc") {
    // It has a main part of its own.
    return `<div id="content" tabindex="-1">\n${body}\n</div>`;
  }
  if (kind === "operation") {
    return `<main id="content">\n${body}${editLink(page)}\n</main>`;
  }
  const group = navigation.find(({ links }) => links.some(({ href }) => href === path));
  const [, first = "", others = body] = /^(<p>.*?<\/p>\n)(.*)$/s.exec(body) ?? [];
  const isLead = textOf(first).length <= MAX_LEAD;
  const [lead, rest] = isLead ? [first.replace("<p>", '<p class="lead">'), others] : ["", body];
  const sections = headings.filter(({ level }) => level === 2);
  const isWide = page.wide === true;
  return `<main id="content">
${crumbs([["Docs", `${rootOf(path)}index.html`], ...(group ? ([[group.title]] as const) : [])])}
<article class="prose${isWide ? " full" : ""}"${page.asWritten ? " data-as-written" : ""}>
<h1>${html(title)}</h1>
${lead}${toolbar(page)}${rest}${editLink(page)}</article>
${page.below ?? ""}</main>
${sections.length > 1 && !isWide ? tableOfContents(sections) : ""}`;
}

function toolbar({ path, markdown }: Page): string {
  return markdown
    ? `<p class="toolbar">${markdownButtons(`${rootOf(path)}${markdown}`)}</p>\n`
    : "";
}

/** Renders the link to the Markdown of a page, and the button that copies it, which a script shows. */
export function markdownButtons(href: string): string {
  return `<button class="button copy-page" type="button" hidden>${icon("copy")}<span>Copy for LLM</span></button><a class="button quiet" href="${html(href)}">${icon("document")}Markdown</a>`;
}

function editLink({ edit }: Page): string {
  return edit ? `<p class="edit"><a href="${html(edit)}">Edit this page</a></p>\n` : "";
}

/** Renders the common part of the `<head>` element, before the style sheets. */
function head(
  { name }: Frame,
  page: { path: string; title: string; description: string; policy: string },
): string {
  const root = rootOf(page.path);
  const fullTitle = page.path === "index.html" ? page.title : `${page.title} · ${name}`;
  return `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${page.policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${html(page.description)}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${html(name)}">
<meta property="og:title" content="${html(page.title)}">
<meta property="og:description" content="${html(page.description)}">
<title>${html(fullTitle)}</title>
<link rel="icon" href="${root}assets/favicon.svg" type="image/svg+xml">
<script>${THEME_SCRIPT}</script>
<script src="${root}assets/defaults.js" defer></script>`;
}

function tableOfContents(headings: readonly Heading[]): string {
  const items = headings.map(({ id, text }) => `<li><a href="#${id}">${html(text)}</a></li>`);
  return `<aside class="toc" aria-label="On this page">\n<p>On this page</p>\n<ul>\n${items.join("\n")}\n</ul>\n</aside>`;
}
