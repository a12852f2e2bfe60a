import { stringify } from "yaml";
import type { AreaReference } from "./document.ts";
import type { Link } from "./frame.ts";
import { html } from "./html.ts";
import type { Page } from "./layout.ts";

/** What `llms.txt` says beside the pages of operations and guides. */
export interface About {
  readonly title: string;
  readonly summary: string;
  /** Markdown of other sections. */
  readonly others?: string;
}

/** Characters of a text that a model reads whole. */
const MAX_FULL = 2_000_000;

/**
 * Writes `llms.txt` and `llms-full.txt` (https://llmstxt.org): an index of the Markdown pages, and all of them unless
 * they are too long for any model.
 */
export function llmsFiles(
  { title, summary, others = "" }: About,
  pages: readonly Page[],
  areas: readonly AreaReference[],
  markdown: ReadonlyMap<string, string>,
): [string, string][] {
  const section = (name: string, items: readonly string[]) =>
    items.length > 0 ? [`## ${name}`, items.join("\n")] : [];
  const line = ({ title, markdown: href, description }: Page) =>
    `- [${title}](${href}): ${description}`;
  const isIn = (folder: string) => (page: Page) => page.path.startsWith(`${folder}/`);
  const documents = areas.map(
    ({ name, document: { info } }) =>
      `- [${info.title}](bundles/${name}.yaml): ${info.summary ?? ""}`,
  );
  const index = [
    `# ${title}`,
    `> ${summary}`,
    ...section("OpenAPI", documents),
    ...section("Operations", pages.filter(isIn("operations")).map(line)),
    ...section("Guides", pages.filter(isIn("guides")).map(line)),
    others,
  ];
  const all = [...markdown.values()].join("\n---\n\n");
  return [
    ["llms.txt", `${index.filter(Boolean).join("\n\n")}\n`],
    ...(all.length > MAX_FULL ? [] : [["llms-full.txt", all] as [string, string]]),
  ];
}

/** Writes the OpenAPI documents of each area, and of all if there are several, as YAML and JSON. */
export function bundleFiles(areas: readonly AreaReference[]): [string, string][] {
  const documents = areas.map(({ name, published }) => [name, published] as const);
  const all = documents.length > 1 ? [["all", Object.fromEntries(documents)] as const] : [];
  return [...documents, ...all].flatMap(([name, document]): [string, string][] => [
    [`bundles/${name}.json`, `${JSON.stringify(document)}\n`],
    [`bundles/${name}.yaml`, stringify(document, { aliasDuplicateObjects: false })],
  ]);
}

/**
 * Writes `sitemap.xml` and `robots.txt`, which need absolute URLs.
 *
 * @param url Public base URL of the site, without a trailing slash.
 */
export function sitemapFiles(paths: readonly string[], url: string): [string, string][] {
  const entries = paths.map((path) => `  <url><loc>${absoluteUrl(url, path)}</loc></url>`);
  return [
    [
      "sitemap.xml",
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</urlset>
`,
    ],
    ["robots.txt", `User-agent: *\nAllow: /\nSitemap: ${url}/sitemap.xml\n`],
  ];
}

/** Adds the canonical link to a page. */
export function withCanonical(page: string, path: string, url: string): string {
  const href = absoluteUrl(url, path);
  const links = `<link rel="canonical" href="${href}">\n<meta property="og:url" content="${href}">\n`;
  return page.replace("</head>", () => `${links}</head>`);
}

function absoluteUrl(url: string, path: string): string {
  return `${url}/${path === "index.html" ? "" : path}`.replaceAll("&", "&amp;");
}

/** Page for unknown paths, with links to pages to begin with. */
export function notFound(links: readonly Link[]): Page {
  const buttons = links.map(
    ({ href, text }, at) =>
      `<a class="button${at === 0 ? " primary" : ""}" href="${html(href)}">${html(text)}</a>`,
  );
  return {
    path: "404.html",
    title: "Page not found",
    description: "This page does not exist.",
    body: `<p>This page does not exist. Use the search, or begin here:</p>
<p class="toolbar">${buttons.join("")}</p>
`,
  };
}
