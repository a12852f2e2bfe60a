import { Registry } from "prom-client";
import { onTestFinished } from "vitest";
import { type AppOptions, createApp } from "../../src/http/app.ts";

/** What `createApp` needs beside handlers: nobody has a token, no caller is limited, nothing is logged. */
export function appOptions() {
  return {
    cors: "*",
    release: "1.0.0",
    trustProxy: [],
    probes: { readiness: () => ({ ready: true, chains: {} }), metrics: new Registry() },
    logger: false,
    authenticate: () => undefined,
    anonymousLimit: { perSecond: 0, burst: 1 },
    tokenLimit: { perSecond: 0, burst: 1 },
  } as const;
}

/** Serves an app on a free port, until the test ends. @returns Also the lines of its log. */
export async function startApp(options: Partial<AppOptions>, level = "info") {
  const lines: string[] = [];
  const stream = { write: (line: string) => lines.push(line) };
  const app = await createApp({
    ...appOptions(),
    handlers: {},
    logger: { level, base: null, stream },
    ...options,
  });
  onTestFinished(() => app.close());
  return { app, lines, url: await app.listen({ port: 0, host: "127.0.0.1" }) };
}
