import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { listAreas, specFolder } from "@chainkit/spec";
import { siteAssets } from "./assets.ts";
import { readArea, type ShownArea } from "./document.ts";
import { guidesFolder } from "./guides.ts";
import { layout } from "./layout.ts";
import { areaPage } from "./page.ts";
import { searchEntries } from "./search-index.ts";
import { navigation, writtenPages } from "./written.ts";

/** Where the built pages of this repository's contract are. */
export const siteFolder: string = fileURLToPath(new URL("../dist", import.meta.url));

/** Where the sources are; this repository's own if not given. */
export interface Sources {
  /** A folder laid out as `spec/` is: each `<area>.yaml` in it is an area. */
  readonly spec?: string;
  /** The folder of the guides. */
  readonly guides?: string;
}

/**
 * Renders the whole site: the landing page, a page per area, the guides, the register of open
 * questions and the changelog.
 *
 * @returns The files of the site by path.
 */
export async function renderSite(sources: Sources = {}): Promise<Map<string, string>> {
  const { spec = specFolder, guides = guidesFolder } = sources;
  const areas = await Promise.all((await listAreas(spec)).map(readArea));
  const [assets, pages, references] = await Promise.all([
    siteAssets(),
    writtenPages(areas, { spec, guides }),
    Promise.all(
      areas.map(async (area) => [`${area.name}.html`, await reference(area, areas)] as const),
    ),
  ]);
  const groups = navigation(areas, pages);
  const index = `globalThis.chainkitSearch=${JSON.stringify(searchEntries(areas, pages))};\n`;
  return new Map([
    ...assets,
    ["assets/search.js", index],
    ...references,
    ...pages.map((page) => [page.path, layout(page, groups)] as const),
  ]);
}

function reference(area: ShownArea, areas: readonly ShownArea[]): Promise<string> {
  const links = areas.map(({ name, document }) => ({
    href: `${encodeURIComponent(name)}.html`,
    text: document.info.title,
  }));
  return areaPage(area, [...links, { href: "index.html#guides", text: "Guides" }]);
}

/**
 * Builds the site into a folder.
 *
 * @param folder Where the files go; what is there is deleted, once everything is rendered.
 */
export async function buildSite(folder: string = siteFolder, sources?: Sources): Promise<void> {
  const files = await renderSite(sources);
  await rm(folder, { recursive: true, force: true });
  await writeSite(folder, files);
}

/** Writes the files of a site; `change` changes its pages on the way. */
export async function writeSite(
  folder: string,
  files: ReadonlyMap<string, string>,
  change = (page: string) => page,
): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), path.endsWith(".html") ? change(text) : text);
  }
}
