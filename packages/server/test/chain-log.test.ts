import type { FastifyBaseLogger } from "fastify";
import { expect, test } from "vitest";
import type { IngestEvent } from "../src/ingest/events.ts";
import { writeLog } from "../src/service/chains.ts";

const FAILED = { kind: "node failed", host: "a.example", reason: "down" } as const;
const WALLETS = { kind: "wallets discovered", wallets: 2, pairs: 3, nfts: 4 } as const;
const OLD = { kind: "history unavailable", reason: "pruned", from: 0, oldest: 9 } as const;
const ASIDE = { contract: "0x01", reason: "no text", attempts: 1, due: 5 } as const;

test.each<[IngestEvent, string | undefined]>([
  [{ kind: "block", transactions: 3 }, undefined],
  [{ kind: "balances corrected", count: 2 }, "debug balances had changed without a log"],
  [
    { kind: "development chain" },
    "info the nodes run a development chain: senders are not verified, and reverted blocks are removed at any depth",
  ],
  [{ kind: "reorg", depth: 2, seconds: 1 }, "warn chain reorganised"],
  [{ kind: "set aside", ...ASIDE }, "warn contract set aside"],
  [WALLETS, "info tokens of wallets below the oldest block found"],
  [
    { kind: "discovery failed", reason: "down" },
    "warn wallets cannot be discovered; tried again in 10 min",
  ],
  [{ kind: "metadata failed", reason: "full" }, "warn metadata of NFTs cannot be stored"],
  [{ kind: "trouble", reason: "down" }, "error chain stalled"],
  [{ kind: "recovered" }, "warn chain advances again"],
  [OLD, "warn older blocks are not available; retried in 10 min"],
  [{ kind: "node behind", head: 5, served: 9 }, "warn the node is behind the stored blocks"],
  [{ kind: "node caught up", head: 9 }, "info the node is no longer behind the stored blocks"],
  [{ kind: "standby", reason: "locked" }, "info standby: another process follows the chain"],
  [{ kind: "took over" }, "warn took over: this process follows the chain now"],
  [{ kind: "lease lost", reason: "gone" }, "warn lease lost: waiting to take over again"],
  [{ ...FAILED, next: "b.example" }, "warn node failed; another one is used"],
  // There is no other, or it is at its rate limit, which is no warning.
  [FAILED, "debug node failed"],
  [{ ...FAILED, reason: "too many requests", next: "b.example" }, "debug node failed"],
])("%j is logged as %s", (event, line) => {
  const lines: unknown[] = [];
  const to = (level: string) => (fields: object, message: string) =>
    void lines.push([`${level} ${message}`, fields]);
  const log = { debug: to("debug"), info: to("info"), warn: to("warn"), error: to("error") };
  writeLog(log as unknown as FastifyBaseLogger, "base", event);
  const { kind: _, next, ...fields } = { next: undefined, ...event };
  const shown = line?.startsWith("warn node") ? { ...fields, next } : fields;
  expect(lines).toEqual(line === undefined ? [] : [[line, { chain: "base", ...shown }]]);
});
