import { join, sep } from "node:path";
import { rebuildableDocs, watchFolders } from "@chainkit/docs";
import { startMock } from "@chainkit/mock";
import { repositoryRoot, specFolder } from "@chainkit/spec";
import { MANAGEMENT } from "../serve.ts";
import { build } from "./build.ts";
import { carry, type Document, problems, readDocuments, regenerate, shown } from "./contract.ts";
import { Findings, list, placeFirst } from "./findings.ts";
import type { ServiceProcess } from "./processes.ts";
import { startService } from "./service.ts";

/** Sources of the service, which runs without a build. */
const serviceFolder = join(repositoryRoot, "packages/server/src");
const guidesFolder = join(repositoryRoot, "packages/docs/guides");

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
  // What has started is closed if something else fails: it would keep the process from ending.
  await using started = new AsyncDisposableStack();
  const closeLater = <Server extends { close(): Promise<void> }>(starting: Promise<Server>) => {
    started.defer(async () => (await starting.catch(() => undefined))?.close());
    return starting;
  };
  let documents = await readDocuments();
  const findings = new Findings();
  const [service, firstMock] = await Promise.all([
    closeLater(startService(ports.api)),
    closeLater(startMock({ port: ports.mock, specs: [...documents.values()] })),
    // Before the first edit: a second time takes a third as long.
    regenerate(),
    problems().then((found) => findings.keep(found)),
  ]);
  let mock = firstMock;
  started.defer(() => mock.close());
  const settings = { baseUrl: service.url, token: service.token };
  const docs = await closeLater(
    rebuildableDocs({
      port: ports.docs,
      defaults: async () => ({ settings }),
      forward: { prefix: MANAGEMENT, baseUrl: async () => service.url },
    }),
  );
  let changedAt = performance.now();
  const report = (what: string) => {
    const seconds = ((performance.now() - changedAt) / 1_000).toFixed(1);
    console.log(`  ${seconds} s  ${what}`);
  };

  const mockAgain = async (specs: readonly Document[]) => {
    await mock.close();
    mock = await startMock({ port: Number(new URL(mock.url).port), specs });
  };
  const serve = async (
    loaded: ServiceProcess,
    next: ReadonlyMap<string, Document>,
    log = report,
  ) => {
    await carry(next);
    const results = await Promise.allSettled([
      service.replace(loaded),
      mockAgain([...next.values()]),
    ]);
    const errors = results.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    // An edit that one of them rejects is undone in both.
    if (errors.length === 0) {
      log("service reloaded");
      log("mock reloaded");
    }
    return errors as Error[];
  };
  const reload = async (loaded: ServiceProcess) => {
    const next = await readDocuments();
    const generated = await regenerate();
    const { paths } = generated;
    report(paths.length > 0 ? `generated ${paths.join(", ")}` : "no generated file changes");
    const [error] = await serve(loaded, next);
    if (error) {
      await generated.undo();
      await serve(await service.load(false), documents, () => {});
      throw error;
    }
    documents = next;
  };
  const rebuildDocs = (edited: readonly string[]) =>
    docs.rebuild().then(
      () => report("docs reloaded"),
      ({ message }: Error) => {
        const why = list([placeFirst(message, edited)]);
        report(`docs failed to build; still serving the previous version:${why}`);
      },
    );
  const check = async (signal: AbortSignal) => {
    const all = await problems();
    const fresh = findings.fresh(all);
    const errors = [...fresh, ...(signal.aborted ? [] : await build(signal))];
    if (!signal.aborted) {
      findings.keep(all);
      const old = all.length - fresh.length;
      const built =
        old > 0 ? `all built; earlier findings of lint that remain: ${old}` : "all built";
      report(errors.length > 0 ? `lint or build failed:${list(errors)}` : built);
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
    if (isIn(specFolder) || isIn(serviceFolder)) {
      const loaded = await service.load(isIn(serviceFolder));
      try {
        if (isIn(specFolder)) {
          await reload(loaded);
        } else {
          await service.replace(loaded);
          report("service reloaded");
        }
      } catch (fault) {
        await loaded.stop();
        const found = isIn(specFolder) ? await problems().catch(() => []) : [];
        const fresh = findings.fresh(found);
        const why = fresh.length > 0 ? fresh : [placeFirst((fault as Error).message, paths)];
        const rejected = "edit rejected; still serving the last valid version:";
        report(
          `${service.isRunning() ? rejected : "service stopped until the next edit:"}${list(why)}`,
        );
        service.prepare();
        return;
      }
      // Not awaited: the next edit does not wait for it.
      check(checking.signal).catch((error: Error) => report(error.message));
    }
    if (isIn(specFolder) || isIn(guidesFolder)) {
      await rebuildDocs(paths);
    }
  });
  const running = started.move();
  return {
    urls: { api: service.url, mock: mock.url, docs: docs.url },
    token: service.token,
    async close() {
      await stopWatching();
      checking.abort();
      await running.disposeAsync();
    },
  };
}
