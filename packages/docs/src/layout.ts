import { SCHEME_KEY } from "@chainkit/look/scheme-key";
import { crumbs, type Frame, footerHtml, headerHtml, navigationHtml, rootOf } from "./frame.ts";
import { html, inlineScriptSource, textOf } from "./html.ts";
import { icon } from "./icon.ts";
import type { Heading } from "./markdown.ts";

/** Content of a page, without the layout that all pages share. */
export interface Page {
  /** Path relative to the root of the site. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Default: text with a table of contents. An operation has a console that sends requests to the service. */
  readonly kind?: "text" | "landing" | "operation" | "redoc";
  /** HTML below the article. */
  readonly below?: string;
  /** HTML. */
  readonly body: string;
  readonly headings?: readonly Heading[];
  /** Whether the text has full width and no table of contents. */
  readonly wide?: boolean;
  /** Whether its code stays as it is written, whatever service the reader has chosen. */
  readonly asWritten?: boolean;
  /** URL where the source of the page is edited. */
  readonly edit?: string | undefined;
  /** Base URL in its samples. Default: that of the frame. */
  readonly baseUrl?: string | undefined;
  /** Path of the Markdown version, relative to the root of the site. */
  readonly markdown?: string;
}

/**
 * Applies the reader's choice of light or dark before the first paint. It is part of each page, because
 * a file of its own would delay that paint. Without storage, as on some `file://` pages, the system setting
 * applies.
 */
const THEME_SCRIPT = `try{const c=localStorage.getItem("${SCHEME_KEY}");if(c==="light"||c==="dark")document.documentElement.classList.add(c)}catch{}`;

/** Source expression that allows this script in a content security policy. */
const THEME_SOURCE = inlineScriptSource(THEME_SCRIPT);

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
  const isOperation = kind === "operation";
  const ownTitle = isLanding ? frame.title : title;
  const baseUrl = page.baseUrl ?? frame.baseUrl;
  const side = navigationHtml(path, frame);
  const content = isLanding
    ? `<div class="landing-frame">${side}</div>\n<main id="content" class="landing">\n${page.body}\n</main>`
    : `<div class="frame${isOperation || page.wide ? " wide" : ""}${isRedoc ? " reference" : ""}">\n${side}\n${mainHtml(page, frame)}\n</div>`;
  return `<!DOCTYPE html>
<html lang="en" data-root="${root}"${baseUrl === undefined ? "" : ` data-base-url="${html(baseUrl)}"`}${isOperation ? " data-console" : ""}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${isOperation ? CONSOLE_POLICY : POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${html(description)}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${html(frame.name)}">
<meta property="og:title" content="${html(ownTitle)}">
<meta property="og:description" content="${html(description)}">
<title>${html(path === "index.html" ? ownTitle : `${ownTitle} · ${frame.name}`)}</title>
<link rel="icon" href="${root}assets/favicon.svg" type="image/svg+xml">
<script>${THEME_SCRIPT}</script>
<script src="${root}assets/defaults.js" defer></script>
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

/** Makes the addresses of fonts relative to a page. */
function withRoot(styles: string, root: string): string {
  return styles.replaceAll('url("assets/', `url("${root}assets/`);
}

function mainHtml(page: Page, { navigation }: Frame): string {
  const { path, title, body, headings = [], kind } = page;
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

function tableOfContents(headings: readonly Heading[]): string {
  const items = headings.map(({ id, text }) => `<li><a href="#${id}">${html(text)}</a></li>`);
  return `<aside class="toc" aria-label="On this page">\n<p>On this page</p>\n<ul>\n${items.join("")}\n</ul>\n</aside>`;
}
