import { watch } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { specFolder } from "@chainkit/spec";
import { guidesFolder } from "./guides.ts";
import { Reloader, withReload } from "./reload.ts";
import { type DocsServer, type ServeOptions, serveFolder } from "./serve.ts";
import { renderSite, writeSite } from "./site.ts";

/** What is watched, and who is told. */
export interface WatchOptions extends ServeOptions {
  /** A folder laid out as `spec/` is. */
  readonly spec?: string;
  /** The folder of the guides. */
  readonly guides?: string;
  /** Told after each rebuild: what was wrong with the sources, or nothing. */
  readonly onBuild?: (problem: Error | undefined) => void;
}

/**
 * Builds the site into a folder of its own and serves it; when a spec or a guide changes, builds it
 * anew, and open pages load themselves again. While a source is faulty, the last good site stays.
 *
 * @throws Error if the sources are faulty from the beginning, or the port is taken.
 */
export async function watchDocs(options: WatchOptions = {}): Promise<DocsServer> {
  const { spec = specFolder, guides = guidesFolder, onBuild = () => {} } = options;
  const folder = await mkdtemp(join(tmpdir(), "chainkit-docs-site-"));
  const reloader = new Reloader();
  const build = async () => writeSite(folder, await renderSite({ spec, guides }), withReload);
  try {
    await build();
    const server = await serveFolder(folder, { ...options, reloader });
    const rebuild = oneAtATime(async () => {
      const problem = await build().then(
        () => undefined,
        (error: Error) => error,
      );
      if (!problem) {
        reloader.reload();
      }
      onBuild(problem);
    });
    const watchers = [spec, guides].map((path) => watch(path, { recursive: true }, rebuild));
    const close = async () => {
      for (const watcher of watchers) {
        watcher.close();
      }
      await server.close();
      await rm(folder, { recursive: true, force: true });
    };
    return { url: server.url, close };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Runs work a moment after it is asked for; again afterwards, if it is asked for meanwhile. */
function oneAtATime(work: () => Promise<void>): () => void {
  let asked = false;
  let running = false;
  return async () => {
    asked = true;
    if (running) {
      return;
    }
    running = true;
    while (asked) {
      // An editor writes a file in several steps.
      await setTimeout(50);
      asked = false;
      await work();
    }
    running = false;
  };
}
