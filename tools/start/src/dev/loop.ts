import { join, sep } from "node:path";
import { watchDocs, watchFolders } from "@chainkit/docs";
import { repositoryRoot, specFolder } from "@chainkit/spec";
import { build } from "./build.ts";
import {
  carry,
  type Document,
  problems,
  readDocuments,
  regenerate,
  shortened,
  shown,
} from "./contract.ts";
import { startDevMock } from "./mock.ts";
import { type NextService, startService } from "./service.ts";

/** Sources of the service, which runs without a build. */
const serviceFolder = join(repositoryRoot, "packages/server/src");
/** The docs watch them themselves. */
const guidesFolder = join(repositoryRoot, "packages/docs/guides");

const MOST_LISTED = 8;

/** TCP ports; 0 selects a free one. */
interface Ports {
  readonly api: number;
  readonly mock: number;
  readonly docs: number;
}

/** Running servers. */
interface Loop {
  readonly urls: { readonly api: string; readonly mock: string; readonly docs: string };
  /** Token for subgraph management. */
  readonly token: string;
  close(): Promise<void>;
}

/**
 * Serves docs, mock and service and logs each step: reloads all whenever a spec changes, the docs with a guide and
 * the service with its sources.
 *
 * @throws Error if the specs are invalid at startup, or a port is in use.
 */
export async function startLoop(ports: Ports): Promise<Loop> {
  let documents = await readDocuments();
  const [service, mock] = await Promise.all([
    startService(ports.api),
    startDevMock(ports.mock, [...documents.values()]),
    // Before the first edit: a second time takes a third as long.
    regenerate(),
  ]);
  const settings = { baseUrl: service.url, token: service.token };
  let changedAt = performance.now();
  const report = (what: string) => {
    const seconds = ((performance.now() - changedAt) / 1_000).toFixed(1);
    console.log(`  ${seconds} s  ${what}`);
  };
  const docs = await watchDocs({
    port: ports.docs,
    defaults: async () => ({ settings }),
    onBuild: (problem) =>
      report(
        problem ? "docs failed to build; still serving the previous version" : "docs reloaded",
      ),
  });

  const serve = async (loaded: NextService, next: ReadonlyMap<string, Document>) => {
    await carry(next);
    const results = await Promise.allSettled([
      loaded.start().then(() => report("service reloaded")),
      mock.serve([...next.values()]).then(() => report("mock reloaded")),
    ]);
    return results.flatMap((each) => (each.status === "rejected" ? [each.reason as Error] : []));
  };
  const reload = async (loaded: NextService) => {
    const next = await readDocuments();
    const written = await regenerate();
    report(written.length > 0 ? `generated ${written.join(", ")}` : "no generated file changes");
    const [error] = await serve(loaded, next);
    if (error) {
      await serve(await service.load(false), documents);
      throw error;
    }
    documents = next;
  };
  const check = async (signal: AbortSignal) => {
    const errors = [...(await problems()), ...(signal.aborted ? [] : await build(signal))];
    if (!signal.aborted) {
      report(errors.length > 0 ? `lint or build failed:${list(errors)}` : "all built");
      service.prepare();
    }
  };
  service.prepare();
  let checking = new AbortController();
  const watched = [specFolder, guidesFolder, serviceFolder];
  const stopWatching = watchFolders(watched, async (paths) => {
    checking.abort();
    checking = new AbortController();
    changedAt = performance.now();
    console.log(paths.map(shown).join(", "));
    const isIn = (folder: string) => paths.some((path) => path.startsWith(folder + sep));
    if (!isIn(specFolder) && !isIn(serviceFolder)) {
      return;
    }
    const loaded = await service.load(isIn(serviceFolder));
    try {
      if (isIn(specFolder)) {
        await reload(loaded);
      } else {
        await loaded.start();
        report("service reloaded");
      }
    } catch (fault) {
      await loaded.discard();
      const found = isIn(specFolder) ? await problems().catch(() => []) : [];
      const why = found.length > 0 ? found : [placeFirst((fault as Error).message)];
      const rejected = "edit rejected; still serving the last valid version:";
      report(
        `${service.isRunning() ? rejected : "service stopped until the next edit:"}${list(why)}`,
      );
      service.prepare();
      return;
    }
    // Not awaited: the next edit does not wait for it.
    check(checking.signal).catch((error: Error) => report(error.message));
  });
  return {
    urls: { api: service.url, mock: mock.url, docs: docs.url },
    token: service.token,
    async close() {
      await stopWatching();
      checking.abort();
      await Promise.all([service.close(), mock.close(), docs.close()]);
    },
  };
}

/** Lists problems, the first ones if there are many: most of them follow from one. */
function list(lines: readonly string[]): string {
  const more = lines.length - MOST_LISTED;
  const rest = more > 0 ? [`and ${more} more; npx --yes pnpm@12 lint lists all`] : [];
  return [...lines.slice(0, MOST_LISTED), ...rest].map((line) => `\n    ${line}`).join("");
}

/** Parsers of YAML name the place last: `… in "<file>" (60:2)`. */
function placeFirst(message: string): string {
  const [, what, file = "", place] = /^(?:\S+: )?(.*) in "(.*)" \((\d+:\d+)\)/.exec(message) ?? [];
  return what ? `${shown(file)}:${place} ${what}` : shortened(message);
}
