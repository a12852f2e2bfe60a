import { expect, test } from "vitest";
import type { IngestEvent } from "../src/ingest/events.ts";
import { watchHead } from "../src/ingest/round.ts";
import { emptyStore } from "./support/engines.ts";
import { caughtUp, followNodes, until } from "./support/ingest.ts";
import { type Changes, faultyNode } from "./support/proxy.ts";
import { quietChain } from "./support/quiet-chain.ts";

const SECOND = 1_000;

test("a node that falls behind the stored blocks is reported once, and so is its return", async () => {
  const chain = await quietChain({ history: 20 });
  const changes: Changes = {};
  const store = await emptyStore();
  const events: IngestEvent[] = [];
  const emit = (event: IngestEvent) => void events.push(event);
  const node = await faultyNode(chain.rpcUrl, changes);
  const from = Number(await chain.send<string>("eth_blockNumber"));
  followNodes(store, [node], { from, emit, pollMs: 5, behindMs: 50 });
  await caughtUp(store, chain);
  const served = (await store.tip())?.number ?? 0;
  // The node resyncs, and has none of the stored blocks yet.
  changes.result = ({ method, params }, result) => {
    if (method === "eth_blockNumber") {
      return "0x2";
    }
    return method === "eth_getBlockByNumber" && Number(params[0]) > 2 ? null : result;
  };
  const told = () => events.filter(({ kind }) => /^(node|trouble)/.test(kind));
  await until("it is reported", () => told().length > 0);
  await new Promise((resolve) => setTimeout(resolve, 200));
  delete changes.result;
  await until("its return is reported", () => told().length > 1);
  expect(told()).toEqual([
    { kind: "node behind", head: 2, served },
    { kind: "node caught up", head: expect.any(Number) },
  ]);
});

test("a head that jumps back for a moment, or by a few blocks, is not reported", () => {
  let now = 0;
  const events: IngestEvent[] = [];
  const note = watchHead(
    (event) => events.push(event),
    10 * SECOND,
    () => now,
  );
  for (const head of [90, 100, 97, 90, 101]) {
    note(head, 100);
    now += 9 * SECOND;
  }
  note(97, 100);
  now += 60 * SECOND;
  note(97, 100);
  note(5, undefined);
  expect(events).toEqual([]);
  note(96, 100);
  now += 10 * SECOND;
  note(96, 100);
  expect(events).toEqual([{ kind: "node behind", head: 96, served: 100 }]);
});
