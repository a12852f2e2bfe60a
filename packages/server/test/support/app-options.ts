import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Registry } from "prom-client";
import { onTestFinished } from "vitest";
import { type AppOptions, createApp } from "../../src/http/app.ts";
import { readOperations } from "../../src/http/spec.ts";
import { temporaryFolder } from "./support.ts";

/** Reads the operations of a contract that has a single area. */
export function operationsOf(area: string, document: object) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, `${area}.json`), JSON.stringify(document));
  return readOperations(pathToFileURL(`${folder}/`));
}

/**
 * Serves an app on a free port, until the test ends: nobody has a token, and no caller is limited.
 *
 * @returns Also the lines of its log.
 */
export async function startApp(options: Partial<AppOptions>, level = "info") {
  const lines: string[] = [];
  const stream = { write: (line: string) => lines.push(line) };
  const app = await createApp({
    operations: await readOperations(),
    handlers: {},
    cors: "*",
    release: "1.0.0",
    trustProxy: [],
    probes: { readiness: () => ({ ready: true, chains: {} }), metrics: new Registry() },
    logger: { level, base: null, stream },
    authenticate: async () => undefined,
    anonymousLimit: { perSecond: 0, burst: 1 },
    tokenLimit: { perSecond: 0, burst: 1 },
    ...options,
  });
  onTestFinished(() => app.close());
  return { app, lines, url: await app.listen({ port: 0, host: "127.0.0.1" }) };
}
