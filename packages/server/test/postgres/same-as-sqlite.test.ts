import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { BlockName, BlockRecord, Hex, TransactionRecord } from "../../src/chain/records.ts";
import { readBlock } from "../../src/ingest/verified-blocks.ts";
import type { BlockChange, ChainWriter, ContractResults } from "../../src/store/chain-writer.ts";
import { word } from "../support/blocks.ts";
import { dump, nameOf } from "../support/dump.ts";
import { ENGINES, type Engine } from "../support/engines.ts";
import { realBlocks, withData } from "../support/real-blocks.ts";
import { times } from "../support/thorough.ts";

const [sqlite, postgres] = ["SQLite", "PostgreSQL"].map((name) =>
  ENGINES.find((engine) => engine.name === name),
) as [Engine, Engine];

async function both<Result>(use: (stores: [ChainWriter, ChainWriter]) => Promise<Result>) {
  const stores: ChainWriter[] = [];
  for (const engine of [sqlite, postgres]) {
    stores.push(await engine.openWriter(await engine.place()));
  }
  try {
    return await use(stores as [ChainWriter, ChainWriter]);
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
}

async function expectSame(stores: readonly ChainWriter[], changes: readonly BlockChange[]) {
  const [expected = {}, actual = {}] = await Promise.all(
    stores.map((store) => dump(store, changes)),
  );
  expect(
    Object.keys(actual).flatMap((part) => differences(part, expected[part], actual[part])),
  ).toEqual([]);
}

/** The position at which two texts differ; they are too long to print. */
function differences(part: string, expected = "", actual = ""): string[] {
  if (expected === actual) {
    return [];
  }
  const at = [...actual].findIndex((character, index) => character !== expected[index]);
  const shown = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  return [`${part}: expected …${shown(expected)}…, got …${shown(actual)}…`];
}

withData(
  "real blocks, one by one and many at once, are stored as SQLite stores them",
  async () => {
    const changes = (await realBlocks(/^176861/)).map((each) => readBlock(each, "ethereum"));
    await both(async (stores) => {
      for (const [at, store] of stores.entries()) {
        let tip: BlockName | undefined;
        // Rows must be equal however they were written: block by block, or with COPY.
        const parts =
          at === 0 ? changes.map((change) => [change]) : [changes.slice(0, 4), changes.slice(4)];
        for (const part of parts) {
          expect(await store.addBlocks(part, tip)).toBe(true);
          tip = nameOf(part.at(-1) as BlockChange);
        }
      }
      await expectSame(stores, changes);
      const [newest, kept] = [changes.at(-1), changes.at(-7)] as [BlockChange, BlockChange];
      for (const store of stores) {
        expect(await store.rollbackTo(kept.block.number, nameOf(newest))).toBe(true);
      }
      await expectSame(stores, changes);
      for (const store of stores) {
        expect(await store.addBlocks(changes.slice(-6), nameOf(kept))).toBe(true);
      }
      await expectSame(stores, changes);
    });
  },
  300_000,
);

const address = (number: number): Hex => `0x${number.toString(16).padStart(40, "0")}`;

const actor = fc.integer({ min: 0, max: 4 });
const blockPlan = fc.record({
  transactions: fc.array(fc.tuple(actor, actor), { maxLength: 3 }),
  touched: fc.uniqueArray(fc.tuple(actor, fc.integer({ min: 10, max: 12 })), {
    maxLength: 4,
    selector: String,
  }),
  transfers: fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), actor, actor), { maxLength: 3 }),
});
const answersPlan = fc.record({
  balances: fc.array(fc.tuple(actor, fc.integer({ min: 10, max: 12 }), fc.bigInt(0n, 9n)), {
    maxLength: 5,
  }),
  tokens: fc.array(
    fc.record({
      address: fc.integer({ min: 10, max: 13 }).map(address),
      name: fc.option(fc.string({ unit: fc.constantFrom("a", "\0", "ü", "'", "\\", "\u{1f600}") })),
      symbol: fc.option(fc.constantFrom("S", "")),
      decimals: fc.option(fc.integer({ min: 0, max: 255 })),
      standard: fc.constant(null),
      isErc20: fc.boolean(),
      isErc721: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  nfts: fc.array(
    fc.record({
      collection: fc.constant(address(20)),
      tokenId: fc.bigInt(0n, 2n),
      uri: fc.option(fc.constantFrom("ipfs://x", "data:\0", "")),
      metadata: fc.option(fc.constantFrom("{}", '{"name":"\\u0000"}')),
      isDue: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ add: fc.array(blockPlan, { minLength: 1, maxLength: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ add: fc.array(blockPlan, { minLength: 33, maxLength: 34 }) }),
  },
  { weight: 2, arbitrary: fc.record({ rollback: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ settle: answersPlan }) },
);

interface Plan {
  readonly transactions: readonly (readonly [number, number])[];
  readonly touched: readonly (readonly [number, number])[];
  readonly transfers: readonly (readonly [number, number, number])[];
}

/** A block from a plan; forks differ by their salt. */
function blockOf(number: number, salt: number, plan: Plan): BlockChange {
  const hash = word(number * 1_000 + salt);
  return {
    block: { number, hash, timestamp: number * 12 } as BlockRecord,
    transactions: plan.transactions.map(([from, to], index) => ({
      record: {
        ...{ hash: word((number * 1_000 + salt) * 100 + index), blockHash: hash, index, type: 2 },
        ...{ blockNumber: number, blockTimestamp: number * 12, from: address(from) },
        ...{ to: address(to), contractAddress: null, nonce: "0", gas: "0", gasPrice: "0" },
        ...{ maxFeePerGas: null, maxPriorityFeePerGas: null, value: String(salt), input: "0x" },
        ...{ status: 1, gasUsed: "0", cumulativeGasUsed: "0", effectiveGasPrice: "0" },
        ...{ l1Fee: null, l1FeeScalar: null, l1GasPrice: null, l1GasUsed: null },
      } satisfies TransactionRecord,
      participants: [...new Set([address(from), address(to)])],
    })),
    touched: plan.touched.map(([owner, token]) => ({
      owner: address(owner),
      token: address(token),
    })),
    ...{ nftRanges: [], possibleNfts: [], unrecognized: [], upgraded: [], updated: [] },
    nftTransfers: plan.transfers.map(([id, from, to], logIndex) => ({
      ...{
        collection: address(20),
        tokenId: BigInt(id),
        from: address(from),
        to: address(to),
        logIndex,
      },
    })),
  };
}

test("reads equal SQLite after any sequence of adds, rollbacks and settlements", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await both(async (stores) => {
        const kept: BlockChange[] = [];
        const all: BlockChange[] = [];
        for (const [salt, each] of steps.entries()) {
          const tip = kept.at(-1);
          const on = tip && nameOf(tip);
          if ("add" in each) {
            const first = (tip?.block.number ?? 0) + 1;
            const changes = each.add.map((plan, at) => blockOf(first + at, salt, plan));
            for (const store of stores) {
              expect(await store.addBlocks(changes, on)).toBe(true);
            }
            kept.push(...changes);
            all.push(...changes);
          } else if (on && "rollback" in each) {
            kept.splice(Math.max(1, kept.length - each.rollback));
            for (const store of stores) {
              expect(await store.rollbackTo(kept.at(-1)?.block.number ?? 0, on)).toBe(true);
            }
          } else if (on && "settle" in each) {
            const { balances, tokens, nfts } = each.settle;
            const results: ContractResults = {
              tokens,
              nfts,
              balances: balances.map(([owner, token, raw]) => ({
                ...{ owner: address(owner), token: address(token), raw },
              })),
            };
            const [expected, actual] = await Promise.all(
              stores.map((store) => store.settle(on, results)),
            );
            expect(actual).toEqual(expected);
          }
        }
        await expectSame(stores, all);
      });
    }),
    { numRuns: times(3, 50) },
  );
});
