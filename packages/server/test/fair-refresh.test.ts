import { describe, expect, test } from "vitest";
import { longestWait, refresh, type Turns } from "../src/balances/refresh.ts";
import { encodeWord } from "../src/chain/abi.ts";
import type { BlockName, TouchedPair } from "../src/chain/records.ts";
import type { RpcClient } from "../src/source/json-rpc.ts";
import { newCallTraits } from "../src/source/rpc-call.ts";
import type { ChainWriter } from "../src/store/chain-writer.ts";
import { address, blockOf, name } from "./support/blocks.ts";
import { ENGINES, untilEnd } from "./support/engines.ts";
import { random } from "./support/ingest.ts";

const [OWNERS, TOKENS] = [400, 20];

/** A node of which each balance is 1, at the latest block of a store. */
function nodeOf(tip: () => BlockName): RpcClient {
  return {
    rate: () => Number.POSITIVE_INFINITY,
    traits: newCallTraits(),
    call: async (method: string) =>
      method === "eth_getBlockByNumber" ? { hash: tip().hash } : null,
    batch: async (calls: readonly { method: string }[]) =>
      calls.map(({ method }) => ({
        ok: true,
        value: method === "eth_getCode" ? "0x" : `0x${encodeWord(1n)}`,
      })),
  } as Partial<RpcClient> as RpcClient;
}

/** Adds blocks that touch more pairs than are read, and reads one piece after each. */
async function keepBusy(store: ChainWriter, blocks: number) {
  const pick = random(5);
  let tip = name(0);
  const rpc = nodeOf(() => tip);
  const turns: Turns = {};
  await store.addBlocks([{ ...blockOf(tip), touched: [] }], undefined);
  for (let number = 1; number <= blocks; number += 1) {
    const pairs = Array.from({ length: 60 }, () => ({
      ...{ owner: address(1 + pick(OWNERS)), token: address(10_000 + pick(TOKENS)) },
    }));
    const touched: TouchedPair[] = [
      ...new Map(pairs.map((pair) => [pair.owner + pair.token, pair])).values(),
    ];
    await store.addBlocks([{ ...blockOf(name(number)), touched }], tip);
    tip = name(number);
    await refresh(store, rpc, { turns, limit: { pairs: 50, ofOwner: 10_000 } });
  }
  return { rpc, turns };
}

describe.each(ENGINES)("$name", (engine) => {
  test("on a chain that is busier than its node, every owner has its turn", async () => {
    const store = untilEnd(await engine.openWriter(await engine.place()));
    const { rpc, turns } = await keepBusy(store, 120);
    const pending = await store.listDirty(undefined, 100_000);
    const quarters = [0, 0, 0, 0];
    for (const { owner } of pending) {
      const quarter = Math.floor((4 * (Number(owner) - 1)) / OWNERS);
      quarters[quarter] = (quarters[quarter] ?? 0) + 1;
    }
    expect(pending.length).toBeGreaterThan(400);
    for (const count of quarters) {
      expect(count).toBeLessThan(pending.length / 2);
    }
    let unread = 0;
    for (let owner = 1; owner <= OWNERS; owner += 1) {
      const read = await store.listErc20Balances(address(owner), undefined, undefined, 1);
      unread += read.length === 0 ? 1 : 0;
    }
    expect(unread).toBeLessThan(OWNERS / 20);
    expect(longestWait(turns)).toBeGreaterThan(0);
    while (await refresh(store, rpc, { turns })) {}
    expect(longestWait(turns)).toBe(0);
    expect(await store.listDirty(undefined, 1)).toEqual([]);
  });
});
