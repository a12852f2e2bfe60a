import { readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { listAreas, specFolder } from "@chainkit/spec";
import { readArea } from "./area.ts";
import { siteAssets } from "./assets.ts";
import type { Frame, LinkGroup } from "./frame.ts";
import { guidesFolder } from "./guides.ts";
import { LOGO_SVG } from "./icon.ts";
import { renderFiles, type Site, type SiteFiles, writeSite } from "./render.ts";
import { supportUrl } from "./source.ts";
import { navigation, writtenPages } from "./written.ts";

/** Folder of the built site. */
export const siteFolder: string = fileURLToPath(new URL("../dist/site", import.meta.url));

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
  const written = await writtenPages(areas, { spec, guides });
  return renderFiles({ areas, ...written, ...ourParts(navigation(areas, written.pages)) }, url);
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

/** What the site of this repository says beside its pages. */
function ourParts(groups: readonly LinkGroup[]): Pick<Site, "frame" | "begin" | "about"> {
  const title = "chainkit API";
  const frame: Frame = {
    name: "chainkit",
    title,
    logo: LOGO_SVG,
    navigation: groups,
    footer: {
      links: [
        { href: "errors.html", text: "Errors" },
        { href: "open-questions.html", text: "Open questions" },
        { href: "benchmarks.html", text: "Benchmarks" },
        { href: "changelog.html", text: "Changelog" },
        ...(supportUrl ? [{ href: supportUrl, text: "Support" }] : []),
      ],
      note: "MIT · self-hosted · no foreign requests",
    },
    hasExplorer: true,
    namespace: "Namespace (subgraph management)",
  };
  return {
    frame,
    begin: [
      { href: "index.html", text: "Overview" },
      { href: "guides/quick-start.html", text: "Quick start" },
      { href: "errors.html", text: "Errors" },
    ],
    about: {
      title,
      summary:
        "Contract-first blockchain data and subgraph management API: OpenAPI documents, typed TypeScript clients, a mock server, contract tests and a service.",
      others: OTHER_PAGES,
    },
  };
}

const OTHER_PAGES = `## Optional

- [Errors](errors.md): kinds of errors of the service, with causes and fixes
- [Open questions](open-questions.md): decisions of the contract where its specification is silent
- [Changelog](changelog.md): versions and changes`;
