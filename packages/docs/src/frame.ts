import { type AreaReference, hasRedoc, type OperationReference } from "./document.ts";
import { html } from "./html.ts";
import { icon } from "./icon.ts";

/** Link relative to the root of the site. */
export interface Link {
  readonly href: string;
  readonly text: string;
  /** HTTP method, if the link leads to an operation. */
  readonly method?: string;
  /** Link to the operation within the page of its area. */
  readonly anchor?: string;
  /** What the operation belongs to. */
  readonly topic?: string;
}

/** Titled group of links. */
export interface LinkGroup {
  readonly title: string;
  readonly links: readonly Link[];
  /** Whether the group is one of the reference: its first link leads to an area, the others to operations. */
  readonly isReference?: boolean;
}

/** What all pages of a site share. */
export interface Frame {
  /** Name of the site, in its header and after the titles of its pages. */
  readonly name: string;
  /** Title of its first page, and of `llms.txt`. */
  readonly title: string;
  /** SVG before the name. */
  readonly logo?: string;
  readonly navigation: readonly LinkGroup[];
  /** Links and note of the footer. */
  readonly footer: { readonly links: readonly Link[]; readonly note?: string };
  /** Whether an explorer may stand beside the site. */
  readonly hasExplorer?: boolean;
  /** Label of the setting of a namespace; absent: no operation has one. */
  readonly namespace?: string;
  /** Base URL in the samples of pages that state no other. Default: that of the mock. */
  readonly baseUrl?: string | undefined;
  /** Style sheet of all pages, as a file. Default: each page has its own, which is painted sooner. */
  readonly stylesheet?: string;
}

/** The group of an area: its reference, and the pages of its operations. */
export function areaGroup(area: AreaReference): LinkGroup {
  const { name, document, operations } = area;
  const topic = topicOf(operations);
  return {
    title: document.info.title,
    isReference: true,
    links: [
      { href: `${encodeURIComponent(name)}.html`, text: areaLabel(area) },
      ...operations.map((reference) => {
        const { id: text, page: href, redocPage: anchor, operation } = reference;
        const link = { href, text, method: operation.method, topic: topic(reference) };
        return hasRedoc(area) ? { ...link, anchor } : link;
      }),
    ],
  };
}

/** Text of the link to the page of an area. */
export function areaLabel(area: AreaReference): string {
  return hasRedoc(area) ? "Redoc, all on one page" : "All operations";
}

/**
 * Returns the function that tells what an operation belongs to: its first tag, or else the first segment of its path
 * that not all operations share.
 */
export function topicOf(
  operations: readonly OperationReference[],
): (reference: OperationReference) => string {
  const paths = operations.map(({ operation }) => operation.path.split("/"));
  const [first = []] = paths;
  const shared = first.findIndex((part, at) => paths.some((path) => path[at] !== part));
  return ({ operation: { tags, path } }) => tags[0] ?? path.split("/")[Math.max(shared, 1)] ?? path;
}

/** The group of what belongs to all areas. It comes before theirs, so that "Reference" leads to its overview. */
export const REFERENCE_GROUP: LinkGroup = {
  title: "Reference",
  isReference: true,
  links: [
    { href: "reference.html", text: "Overview" },
    { href: "errors.html", text: "Errors" },
  ],
};

/** Returns the relative path from a page to the root of the site; all links are relative. */
export function rootOf(path: string): string {
  return "../".repeat(path.split("/").length - 1);
}

/**
 * Renders the header. Links to the explorer get their address from a script, and are hidden until then.
 *
 * @param title Title of a page that may show none itself, for screen readers.
 */
export function headerHtml(path: string, frame: Frame, title?: string): string {
  const { namespace } = frame;
  const root = rootOf(path);
  return `<a class="skip" href="#content">Skip to content</a>
<header class="bar"><div>
<button class="button quiet square menu" type="button" aria-label="Menu" aria-expanded="false" aria-controls="navigation">${icon("menu")}</button>
${brandHtml(root, frame)}
${placesHtml(path, frame)}
<div class="tools">
<button class="field find search" type="button" aria-haspopup="dialog"><span>${icon("search")}<span>Search</span></span><kbd>Ctrl K</kbd></button>
<button class="button quiet square settings" type="button" aria-label="Settings" aria-haspopup="dialog"${namespace ? ` data-namespace="${html(namespace)}"` : ""}>${icon("settings")}</button>
<button class="button quiet square scheme" type="button" aria-label="Switch between light and dark">${icon("sun", "sun")}${icon("moon", "moon")}</button>
</div>
</div>${title ? `<h1 class="hidden">${html(title)}</h1>` : ""}</header>`;
}

/** Renders the links to the parts of the site: in the header, and on narrow screens in the menu. */
function placesHtml(path: string, frame: Frame): string {
  const { navigation } = frame;
  const root = rootOf(path);
  const reference = navigation.find((group) => group.isReference)?.links[0]?.href ?? "index.html";
  const current = (isCurrent: boolean) => (isCurrent ? ' aria-current="true"' : "");
  const isReference = isReferencePage(path, navigation);
  return `<nav class="places" aria-label="Site"><a href="${root}index.html"${current(!isReference)}>Docs</a><a href="${root}${html(reference)}"${current(isReference)}>Reference</a>${explorerHtml(frame)}</nav>`;
}

function isReferencePage(path: string, navigation: readonly LinkGroup[]): boolean {
  return navigation.some(
    ({ isReference, links }) => isReference && links.some(({ href }) => href === path),
  );
}

/**
 * Renders the navigation: a sidebar, or a menu on narrow screens. The groups of the reference come first on its
 * own pages; open are those, the first and the current one.
 */
export function navigationHtml(path: string, frame: Frame): string {
  const { navigation } = frame;
  const isReference = isReferencePage(path, navigation);
  const shown = navigation.map((group) => withoutOthers(group, path));
  const groups = isReference
    ? [
        ...shown.filter((group) => group.isReference),
        ...shown.filter((group) => !group.isReference),
      ]
    : shown;
  const items = groups.map((group, at) => {
    const isCurrent = group.links.some(({ href }) => href === path);
    return groupHtml(group, path, isCurrent || at === 0 || (isReference && group.isReference));
  });
  return `<nav class="side" id="navigation" aria-label="Pages">\n${placesHtml(path, frame)}\n${items.join("")}\n</nav>`;
}

/** Links of a group that every page has. */
const MAX_LINKS = 40;

/** Leaves out of a long group what the page is not about: with all links, a large site would consist of them. */
function withoutOthers(group: LinkGroup, path: string): LinkGroup {
  const [first, ...links] = group.links;
  if (!first || links.length <= MAX_LINKS || first.href === path) {
    return group;
  }
  const topic = links.find(({ href }) => href === path)?.topic;
  const own = links.filter((link) => link.topic === topic);
  const at = own.findIndex(({ href }) => href === path);
  const start = Math.max(0, at - MAX_LINKS / 2);
  return { ...group, links: [first, ...own.slice(start, start + MAX_LINKS)] };
}

function groupHtml(
  { title, links, isReference }: LinkGroup,
  path: string,
  isOpen: boolean | undefined,
): string {
  const root = rootOf(path);
  const isWithin = isReference && links[0]?.href === path;
  const items = links.map(({ href, text, method, anchor }) => {
    const current = href === path ? ' aria-current="page"' : "";
    const target = isWithin && anchor ? anchor : href;
    const name = method ? `<span class="mono">${html(text)}</span>${verb(method)}` : html(text);
    return `<li><a href="${root}${html(target)}"${current}>${name}</a></li>`;
  });
  return `<details${isOpen ? " open" : ""}><summary>${html(title)}${icon("chevron")}</summary><ul>\n${items.join("")}\n</ul></details>`;
}

/** Renders the name of an HTTP method. */
export function verb(method: string): string {
  return `<span class="verb ${html(method.toLowerCase())}">${html(method)}</span>`;
}

/** Renders the links to the pages around a page. */
export function crumbs(links: readonly (readonly [text: string, href?: string])[]): string {
  const items = links.map(([text, href]) =>
    href ? `<a href="${html(href)}">${html(text)}</a>` : `<span>${html(text)}</span>`,
  );
  return `<nav class="crumbs" aria-label="Breadcrumb">${items.join(icon("chevron"))}</nav>`;
}

/** Renders the footer. */
export function footerHtml(path: string, frame: Frame): string {
  const root = rootOf(path);
  const { links, note } = frame.footer;
  const items = links.map(
    ({ href, text }) => `<a href="${URL.canParse(href) ? href : root + href}">${html(text)}</a>`,
  );
  return `<footer class="foot"><div>${brandHtml(root, frame)}${items.join("")}${explorerHtml(frame)}${note ? `<p>${html(note)}</p>` : ""}</div></footer>`;
}

/** Renders the name of the site, which leads to its first page. */
function brandHtml(root: string, { name, logo = "" }: Frame): string {
  return `<a class="brand" href="${root}index.html">${logo}${html(name)}</a>`;
}

/** The link to the explorer, which a script shows. */
function explorerHtml({ hasExplorer }: Frame): string {
  return hasExplorer ? "<a data-explorer hidden>Explorer</a>" : "";
}
