import { expect, test } from "vitest";
import { catchUp } from "../src/ingest/add-blocks.ts";
import { blocksAhead } from "../src/ingest/fetch-blocks.ts";
import { storedChain } from "../src/ingest/stored-chain.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { type ChainSource, nodeSource } from "../src/source/node.ts";
import { emptyStore } from "./support/engines.ts";
import { quietChain } from "./support/quiet-chain.ts";

test("blocks of the next round are fetched before it begins, and none is fetched twice", async () => {
  const chain = await quietChain({ history: 0 });
  await chain.send("anvil_mine", "0x200");
  const node = nodeSource(createRpcClient([chain.rpcUrl]));
  const requested: number[] = [];
  const source: ChainSource = {
    ...node,
    block(number) {
      requested.push(number);
      return node.block(number);
    },
  };
  const [store, ahead] = [await emptyStore(), blocksAhead(source)];
  const head = await source.head();
  const options = { from: 0, verification: "ethereum", emit() {} } as const;
  const round = () =>
    catchUp(storedChain(store), ahead, head, options, AbortSignal.timeout(60_000));
  expect(await round()).toBe("more");
  const tip = (await store.tip())?.number ?? 0;
  expect(tip).toBeLessThan(head);
  expect(requested).toContain(tip + 8);
  while ((await round()) === "more") {}
  expect((await store.tip())?.number).toBe(head);
  expect(requested.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: head + 1 }, (_, number) => number),
  );
});
