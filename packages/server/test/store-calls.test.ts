import { expect, test } from "vitest";
import { followingRounds } from "../src/ingest/round.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import type { ChainWriter } from "../src/store/chain-store.ts";
import { emptyStore } from "./support/engines.ts";
import { quietChain } from "./support/ingest.ts";

/** Records the names of the methods that are called on a store. */
function recorded(store: ChainWriter): { store: ChainWriter; calls: string[] } {
  const calls: string[] = [];
  const proxy = new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== "function") {
        return member;
      }
      return (...args: unknown[]) => {
        calls.push(String(name));
        return member.apply(target, args);
      };
    },
  });
  return { store: proxy, calls };
}

test("a block at the head costs one write and no read of the block before it", async () => {
  const chain = await quietChain({ history: 3 });
  const { store, calls } = recorded(await emptyStore());
  const options = { from: 0, verification: "header", maxReorg: 64, sweepPairs: 0 } as const;
  const rpc = createRpcClient([chain.rpcUrl]);
  const rounds = followingRounds(store, rpc, { ...options, emit() {} }, () => {});
  const { signal } = new AbortController();
  while (await rounds.run(signal)) {
    // Until the store has all blocks and balances.
  }
  for (let block = 0; block < 3; block += 1) {
    calls.length = 0;
    await chain.send("evm_mine");
    expect(await rounds.run(signal)).toBe(false);
    // The other calls ask whether there is anything else to do: balances, metadata, older blocks.
    const questions = ["tip", "firstBlock", "listDirty", "listNftsWithoutUri"];
    expect(calls.filter((name) => !questions.includes(name))).toEqual(["addBlocks"]);
  }
});
