import type { FastifyBaseLogger } from "fastify";
import { expect, test } from "vitest";
import type { IngestEvent } from "../src/ingest/events.ts";
import { writeLog } from "../src/service/chains.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { fakeProvider } from "./support/provider.ts";

/** Lines of the log, each with its level. */
function logOf(...events: readonly IngestEvent[]): string[] {
  const lines: string[] = [];
  const to = (level: string) => (details: object, message: string) =>
    void lines.push(`${level} ${message} ${JSON.stringify(details)}`);
  const log = { debug: to("debug"), info: to("info"), warn: to("warn"), error: to("error") };
  for (const event of events) {
    writeLog(log as unknown as FastifyBaseLogger, "base", event);
  }
  return lines;
}

test("a node that is replaced is a warning, which names both", async () => {
  const failing = await fakeProvider(() => ({ error: { code: -32603, message: "down" } }));
  const good = await fakeProvider(() => ({ result: "0x1" }));
  const events: IngestEvent[] = [];
  const urls = [failing.url, good.url];
  const rpc = createRpcClient(urls, (host, reason, next) =>
    events.push({ kind: "node failed", host, reason, next }),
  );
  rpc.leave("down");
  const [first, second] = urls.map((url) => new URL(url).host);
  expect(logOf(...events)).toEqual([
    `warn node failed; another one is used {"chain":"base","host":"${first}","reason":"down","next":"${second}"}`,
  ]);
});

test("a node at its rate limit, or without another, is no warning", () => {
  const failed = { kind: "node failed", host: "a.example" } as const;
  const limited = { ...failed, reason: "too many requests", next: "b.example" };
  expect(logOf(limited, { ...failed, reason: "down" })).toEqual([
    'debug node failed {"chain":"base","host":"a.example","reason":"too many requests"}',
    'debug node failed {"chain":"base","host":"a.example","reason":"down"}',
  ]);
});

test("says that the node is behind, that the chain has stalled, and that neither is so any more", () => {
  const behind = { kind: "node behind", head: 5, served: 100 } as const;
  const stalled = { kind: "trouble", reason: "down" } as const;
  const events = [behind, { kind: "node caught up", head: 101 }, stalled, { kind: "recovered" }];
  expect(logOf(...(events as IngestEvent[]))).toEqual([
    'warn the node is behind the stored blocks {"chain":"base","head":5,"served":100}',
    'info the node is no longer behind the stored blocks {"chain":"base","head":101}',
    'error chain stalled {"chain":"base","reason":"down"}',
    'warn chain advances again {"chain":"base"}',
  ]);
});
