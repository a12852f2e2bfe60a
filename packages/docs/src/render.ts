import { rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createFolder } from "@chainkit/openapi/file";
import { areaFiles } from "./area-page.ts";
import { siteAssets } from "./assets.ts";
import type { AreaReference } from "./document.ts";
import type { Frame, Link } from "./frame.ts";
import { layout, type Page } from "./layout.ts";
import { searchEntries } from "./search-index.ts";
import {
  type About,
  bundleFiles,
  llmsFiles,
  notFound,
  sitemapFiles,
  withCanonical,
} from "./site-files.ts";

/** Files of a site by path: text, and fonts. */
export type SiteFiles = ReadonlyMap<string, string | Uint8Array>;

/** Pages of a site that each have the style sheet within. */
const MAX_INLINE = 100;

/** Content of a site. */
export interface Site {
  readonly areas: readonly AreaReference[];
  readonly pages: readonly Page[];
  /** The Markdown of the pages by path. */
  readonly markdown: ReadonlyMap<string, string>;
  readonly frame: Frame;
  /** Where the page for unknown paths leads to. */
  readonly begin: readonly Link[];
  readonly about: About;
}

/**
 * Renders a site.
 *
 * @param url Its public base URL, for sitemap and canonical links.
 * @returns Its files by path, without fonts.
 */
export async function renderFiles(
  { areas, pages, markdown, frame, begin, about }: Site,
  url?: string,
): Promise<Map<string, string>> {
  const assets = await siteAssets();
  const references = await Promise.all(
    areas.map((area) => areaFiles(area, frame, assets.reference)),
  );
  // A style sheet in each of many pages would be most of the site.
  const shared = pages.length > MAX_INLINE ? { ...frame, stylesheet: "assets/site.css" } : frame;
  const index = `globalThis.chainkitSearch=${JSON.stringify(searchEntries(areas, pages))};\n`;
  const files = new Map([
    ...assets.files,
    ["assets/search.js", index],
    ...references.flat(),
    ...(shared.stylesheet ? [[shared.stylesheet, inAssets(assets.site)] as const] : []),
    ...pages.map((page) => [page.path, layout(page, shared, assets.site)] as const),
    ["404.html", relativeToAnyPath(layout(notFound(begin), shared, assets.site))],
    ...markdown,
    ...llmsFiles(about, pages, areas, markdown),
    ...bundleFiles(areas),
  ]);
  return url ? withAddresses(files, url.replace(/\/$/, "")) : files;
}

/** Makes the addresses of fonts relative to the folder in which the style sheet is. */
function inAssets(styles: string): string {
  return styles.replaceAll('url("assets/', 'url("');
}

/** Marks the links of a page that is shown at any path with `./`, which the server replaces. */
function relativeToAnyPath(page: string): string {
  return page
    .replaceAll(/(href|src)="(?![#./]|\w+:)/g, '$1="./')
    .replaceAll('url("assets/', 'url("./assets/')
    .replace('data-root=""', 'data-root="./"');
}

function withAddresses(files: ReadonlyMap<string, string>, url: string): Map<string, string> {
  const paths = [...files.keys()].filter((path) => path.endsWith(".html") && path !== "404.html");
  const pages = paths.map(
    (path) => [path, withCanonical(files.get(path) ?? "", path, url)] as const,
  );
  return new Map([...files, ...pages, ...sitemapFiles(paths, url)]);
}

/**
 * Writes the files of a site, with its pages transformed by `transform`. A file is replaced as a whole, so
 * that a server never sends a part of it.
 */
export async function writeSite(
  folder: string,
  files: SiteFiles,
  transform = (page: string) => page,
): Promise<void> {
  for (const [path, content] of files) {
    const file = join(folder, path);
    const isPage = typeof content === "string" && path.endsWith(".html");
    createFolder(dirname(file));
    await writeFile(`${file}.part`, isPage ? transform(content) : content);
    await rename(`${file}.part`, file);
  }
}
