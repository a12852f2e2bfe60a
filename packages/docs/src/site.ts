import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { listAreas, specFolder } from "@chainkit/spec";
import { areaFiles } from "./area-page.ts";
import { siteAssets } from "./assets.ts";
import { readArea } from "./document.ts";
import { guidesFolder } from "./guides.ts";
import { layout } from "./layout.ts";
import { searchEntries } from "./search-index.ts";
import {
  bundleFiles,
  llmsFiles,
  markdownScripts,
  NOT_FOUND,
  sitemapFiles,
  withCanonical,
} from "./site-files.ts";
import { navigation, writtenPages } from "./written.ts";

/** Folder of the built site. */
export const siteFolder: string = fileURLToPath(new URL("../dist", import.meta.url));

/** Files of a site by path: text, and fonts. */
type SiteFiles = ReadonlyMap<string, string | Uint8Array>;

/** Sources and options of the site. */
export interface Sources {
  /** Folder laid out like `spec/`: each `<area>.yaml` is an area. Default: this repository's. */
  readonly spec?: string;
  /** Folder of the guides. Default: this repository's. */
  readonly guides?: string;
  /** Public base URL, for sitemap and canonical links. Default: `CHAINKIT_DOCS_URL`, or neither. */
  readonly url?: string | undefined;
}

/**
 * Renders the site.
 *
 * @returns The files of the site by path.
 */
export async function renderSite(sources: Sources = {}): Promise<Map<string, string>> {
  const { spec = specFolder, guides = guidesFolder, url = process.env.CHAINKIT_DOCS_URL } = sources;
  const areas = await Promise.all((await listAreas(spec)).map(readArea));
  const [assets, { pages, markdown }] = await Promise.all([
    siteAssets(),
    writtenPages(areas, { spec, guides }),
  ]);
  const groups = navigation(areas, pages);
  const references = await Promise.all(areas.map((area) => areaFiles(area, groups, assets)));
  const index = `globalThis.chainkitSearch=${JSON.stringify(searchEntries(areas, pages))};\n`;
  const files = new Map([
    ...assets.files,
    ["assets/search.js", index],
    ...references.flatMap((reference) => [...reference]),
    ...pages.map((page) => [page.path, layout(page, groups, assets.site)] as const),
    ["404.html", relativeToAnyPath(layout(NOT_FOUND, groups, assets.site))],
    ...markdown,
    ...markdownScripts(markdown),
    ...llmsFiles(pages, areas, markdown),
    ...bundleFiles(areas),
  ]);
  return url ? withAddresses(files, url.replace(/\/$/, "")) : files;
}

/** Marks the links of a page that is shown at any path with `./`, which the server replaces. */
function relativeToAnyPath(page: string): string {
  return page
    .replaceAll(/(href|src)="(?![#./]|\w+:)/g, '$1="./')
    .replaceAll('url("assets/', 'url("./assets/')
    .replace('data-root=""', 'data-root="./"');
}

function withAddresses(files: ReadonlyMap<string, string>, url: string): Map<string, string> {
  const paths = [...files.keys()].filter(
    (path) => path.endsWith(".html") && path !== "404.html" && !path.startsWith("single/"),
  );
  const pages = paths.map(
    (path) => [path, withCanonical(files.get(path) ?? "", path, url)] as const,
  );
  return new Map([...files, ...pages, ...sitemapFiles(paths, url)]);
}

/**
 * Builds the site into a folder. A server of that folder may keep running: files are replaced one by one,
 * and those of the former site are removed last.
 *
 * @param folder Output folder; after rendering has succeeded, it contains the site and nothing else.
 */
export async function buildSite(folder: string = siteFolder, sources?: Sources): Promise<void> {
  const files = await renderSite(sources);
  const { fonts } = await siteAssets();
  const all: SiteFiles = new Map<string, string | Uint8Array>([
    ...files,
    ...fonts,
    ...(await compress(files)),
  ]);
  await writeSite(folder, all);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !all.has(relative(folder, path).replaceAll("\\", "/"))) {
      await rm(path);
    }
  }
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
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.part`, isPage ? transform(content) : content);
    await rename(`${file}.part`, file);
  }
}

/** Compresses the files larger than a packet, for servers that send `<file>.gz`. */
async function compress(files: ReadonlyMap<string, string>): Promise<[string, Uint8Array][]> {
  const large = [...files].filter(
    ([path, content]) => content.length > 1_400 && path !== "assets/defaults.js",
  );
  return Promise.all(
    large.map(
      async ([path, content]): Promise<[string, Uint8Array]> => [
        `${path}.gz`,
        await promisify(gzip)(content, { level: 9 }),
      ],
    ),
  );
}
