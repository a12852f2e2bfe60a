import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { specFolder } from "@chainkit/spec";
import { siteAssets } from "./assets.ts";
import { guidesFolder } from "./guides.ts";
import { Reloader, withReload } from "./reload.ts";
import { checkPort, type DocsServer, type ServeOptions, serveFolder } from "./serve.ts";
import { renderSite, writeSite } from "./site.ts";
import { watchFolders } from "./watch-folders.ts";

/** Options of `watchDocs`. */
export interface WatchOptions extends ServeOptions {
  /** Folder laid out like `spec/`. */
  readonly spec?: string;
  /** Folder of the guides. */
  readonly guides?: string;
  /** Called after each rebuild, with the error if it failed. */
  readonly onBuild?: (error: Error | undefined) => void;
}

/**
 * Builds the site into a temporary folder and serves it. Rebuilds it when a spec or a guide changes
 * and reloads open pages; if a rebuild fails, the last successful build stays.
 *
 * @throws Error if the port is in use, which it checks before it builds, or if the first build fails.
 */
export async function watchDocs(options: WatchOptions = {}): Promise<DocsServer> {
  const { spec = specFolder, guides = guidesFolder, onBuild = () => {} } = options;
  await checkPort(options);
  const folder = await mkdtemp(join(tmpdir(), "chainkit-docs-site-"));
  const reloader = new Reloader();
  let written: ReadonlyMap<string, string> = new Map();
  const build = async () => {
    const files = await renderSite({ spec, guides });
    const { fonts } = await siteAssets();
    const changed = [...files].filter(([path, text]) => written.get(path) !== text);
    await writeSite(
      folder,
      new Map<string, string | Uint8Array>([...changed, ...fonts]),
      withReload,
    );
    written = files;
  };
  try {
    await build();
    const server = await serveFolder(folder, { ...options, reloader });
    const rebuild = async () => {
      const error = await build().then(
        () => undefined,
        (reason: Error) => reason,
      );
      if (!error) {
        reloader.reload();
      }
      onBuild(error);
    };
    const stopWatching = watchFolders([spec, guides], rebuild);
    const close = async () => {
      await stopWatching();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    };
    return { url: server.url, close };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
