import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { specFolder } from "@chainkit/spec";
import { siteAssets } from "./assets.ts";
import { guidesFolder } from "./guides.ts";
import { Reloader, withReload } from "./reload.ts";
import { writeSite } from "./render.ts";
import { checkPort, type DocsServer, type ServeOptions, serveFolder } from "./serve.ts";
import { renderSite } from "./site.ts";
import { watchFolders } from "./watch-folders.ts";

/** Options of `rebuildableDocs`. */
interface RebuildOptions extends ServeOptions {
  /** Folder laid out like `spec/`. */
  readonly spec?: string;
  /** Folder of the guides. */
  readonly guides?: string;
}

/** A server of the docs that can build them anew. */
export interface RebuildableDocs extends DocsServer {
  /**
   * Rebuilds the site and reloads open pages.
   *
   * @throws Error if that fails; the last successful build stays.
   */
  rebuild(): Promise<void>;
}

/**
 * Builds the site into a temporary folder and serves it.
 *
 * @throws Error if the port is in use, which it checks before it builds, or if the build fails.
 */
export async function rebuildableDocs(options: RebuildOptions = {}): Promise<RebuildableDocs> {
  const { spec = specFolder, guides = guidesFolder } = options;
  await checkPort(options);
  const { fonts } = await siteAssets();
  const folder = await mkdtemp(join(tmpdir(), "chainkit-docs-site-"));
  const reloader = new Reloader();
  let written: ReadonlyMap<string, string> = new Map();
  const build = async () => {
    const files = await renderSite({ spec, guides });
    const changed = [...files].filter(([path, text]) => written.get(path) !== text);
    await writeSite(folder, new Map(changed), withReload);
    written = files;
  };
  try {
    await writeSite(folder, fonts);
    await build();
    const server = await serveFolder(folder, { ...options, reloader });
    return {
      url: server.url,
      async rebuild() {
        await build();
        reloader.reload();
      },
      async close() {
        await server.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Builds the site and serves it. Rebuilds it when a spec or a guide changes; if a rebuild fails, the last
 * successful build stays.
 *
 * @param onBuild Called after each rebuild, with the error if it failed.
 * @throws Error if the port is in use, which it checks before it builds, or if the first build fails.
 */
export async function watchDocs(
  options: RebuildOptions,
  onBuild: (error?: Error) => void,
): Promise<DocsServer> {
  const { spec = specFolder, guides = guidesFolder } = options;
  const docs = await rebuildableDocs(options);
  const stopWatching = watchFolders([spec, guides], () =>
    docs.rebuild().then(() => onBuild(), onBuild),
  );
  return {
    url: docs.url,
    async close() {
      await stopWatching();
      await docs.close();
    },
  };
}
