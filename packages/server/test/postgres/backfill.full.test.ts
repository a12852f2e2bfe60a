import { expect, test } from "vitest";
import { backfillRanges } from "../../src/service/backfill-ranges.ts";
import { createDisplay } from "../../src/service/display.ts";
import { createRpcClient } from "../../src/source/json-rpc.ts";
import { type ChainSource, nodeSource } from "../../src/source/node.ts";
import type { ChainReader } from "../../src/store/chain-reader.ts";
import { openReader, openWriter } from "../../src/store/open.ts";
import { openSession } from "../../src/store/postgres/connection.ts";
import { rangeSizes } from "../../src/store/postgres/range-admin.ts";
import { openRangeFiller } from "../../src/store/postgres/range-fill.ts";
import { emptyStore, untilEnd } from "../support/engines.ts";
import { call } from "../support/in-process.ts";
import { caughtUp, contents, followNodes, quietChain } from "../support/ingest.ts";
import { createDatabase } from "../support/postgres/database.ts";

const RANGE = 4;
/** So that most of a short chain is final. */
const UNDO_BLOCKS = 2;

/** Reads until told to stop: from the first block to the latest, none is ever missing. */
function walk(reader: ChainReader) {
  let isStopped = false;
  const firsts = new Set<number>();
  const done = (async () => {
    while (!isStopped) {
      const first = (await reader.firstBlock())?.number ?? 0;
      const last = (await reader.tip())?.number ?? 0;
      firsts.add(first);
      for (let number = first; number <= last; number += 1) {
        expect(await reader.listBlockTransactions(number, undefined, 1), `${number}`).toBeDefined();
      }
    }
    return firsts;
  })();
  done.catch(() => {});
  return () => {
    isStopped = true;
    return done;
  };
}

test("several workers fill old ranges, which are attached beside readers and the writer", async () => {
  const chain = await quietChain();
  const { url } = await createDatabase();
  const schema = "chain_ethereum";
  const place = { kind: "postgres", url, schema, blocksPerRange: RANGE } as const;
  const store = untilEnd(await openWriter(place, { undoBlocks: 1_024 }));
  const head = Number(await chain.send<string>("eth_blockNumber"));
  followNodes(store, [chain.rpcUrl], { from: head - 3 });
  await caughtUp(store, chain);

  const source = nodeSource(createRpcClient([chain.rpcUrl]));
  const asked: number[] = [];
  const fill = (block: ChainSource["block"]) =>
    backfillRanges(
      () => openRangeFiller(place, UNDO_BLOCKS),
      { ...source, block },
      { from: 2, workers: 3, verification: "ethereum", senders: "sample" },
      createDisplay({ write() {} }),
    );
  // A node that follows another fork up to block 7, one that has not all of them, and one that has.
  const args = ["--timestamp", "1700000000"];
  const fork = nodeSource(createRpcClient([(await quietChain({ args })).rpcUrl]));
  const forked = (number: number) => (number <= 7 ? fork : source).block(number);
  await expect(fill(forked)).rejects.toThrow("block 7 does not precede the stored block 8");
  const gaps = fill(async (number) => (number === 5 ? undefined : source.block(number)));
  await expect(gaps).rejects.toThrow("the node does not have block 5");
  expect((await store.firstBlock())?.number).toBe(8);

  const stop = walk(untilEnd(await openReader(place)));
  const filling = fill((number) => {
    asked.push(number);
    return source.block(number);
  });
  await chain.act();
  await chain.act();
  const added = await filling;
  // Each worker of the attempt before has kept what came before its end.
  expect(asked).toHaveLength(added);
  expect(new Set(asked).size).toBe(added);
  expect(asked).toContain(5);
  expect(await stop()).toContain(2);
  expect((await rangeSizes(place)).map(({ first }) => first)).toEqual(
    Array.from({ length: (await rangeSizes(place)).length }, (_, at) => at * RANGE),
  );

  const lowest = ["backfill", "--chain", `ethereum=${chain.rpcUrl}`, "--database", url];
  const { output } = await call([...lowest, "--from", "0", "--range-blocks", String(RANGE)]);
  expect(output).toMatch(/2 blocks added; the chain is complete from block 0/);
  const session = await openSession(place);
  const left = await session.run({
    text: "SELECT relname FROM pg_class WHERE starts_with(relname, 'fill_') AND relkind = 'r'",
  });
  await session.close();
  expect(left.rows.map(({ relname }) => relname)).toEqual([]);
  const fresh = await emptyStore();
  followNodes(fresh, [chain.rpcUrl]);
  await caughtUp(fresh, chain);
  await chain.act();
  await caughtUp(store, chain);
  await caughtUp(fresh, chain);
  expect(await contents(store, chain)).toEqual(await contents(fresh, chain));
});
