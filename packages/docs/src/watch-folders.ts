import { existsSync, type FSWatcher, readdirSync, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** An editor writes a file in several steps. */
const SETTLE_MS = 50;

/**
 * Runs work when files below folders change, one run at a time; what changes meanwhile is for the
 * next run.
 *
 * @param work Gets the paths of the files, absolute if the folders are.
 * @returns Ends the watch, and waits for the run in progress.
 */
export function watchFolders(
  folders: readonly string[],
  work: (paths: readonly string[]) => Promise<void>,
): () => Promise<void> {
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let running: Promise<void> | undefined;
  const run = async () => {
    while (changed.size > 0) {
      await setTimeout(SETTLE_MS);
      const paths = [...changed];
      changed.clear();
      if (paths.length > 0) {
        await work(paths);
      }
    }
    running = undefined;
  };
  // Each folder is watched by itself: Node's recursive watch loses files that editors replace.
  const add = (path: string) => {
    if (!watchers.has(path)) {
      const end = () => {
        watcher.close();
        watchers.delete(path);
      };
      const watcher = watch(path, (_, name) => {
        // A folder that goes ends its watch.
        if (existsSync(path)) {
          addAll(path);
        } else {
          end();
        }
        if (name && SOURCE.test(name)) {
          changed.add(join(path, name));
          running ??= run();
        }
      });
      watchers.set(path, watcher.on("error", end));
    }
  };
  const addAll = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) {
        add(join(path, entry.name));
        addAll(join(path, entry.name));
      }
    }
  };
  for (const folder of folders) {
    add(folder);
    addAll(folder);
  }
  return async () => {
    for (const watcher of watchers.values()) {
      watcher.close();
    }
    changed.clear();
    await running;
  };
}

/** Not the swap and backup files of editors. */
const SOURCE = /\.(ya?ml|json|ts|sh|md)$/;
