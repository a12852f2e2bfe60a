import { expect, test } from "vitest";
import type { BlockName, BlockRecord, Hex, TouchedPair } from "../src/chain/records.ts";
import type { ChainStore } from "../src/store/chain-store.ts";
import { emptyStore, random } from "./support/ingest.ts";

const ALL = { pairs: 1_000, ofOwner: 1_000 };
const nameOf = ({ owner, token }: TouchedPair) => `${Number(owner)}:${Number(token)}`;
const hex = (number: number): Hex => `0x${String(number).padStart(40, "0")}`;
const pairOf = (name: string): TouchedPair => {
  const [owner = 0, token = 0] = name.split(":").map(Number);
  return { owner: hex(owner), token: hex(token) };
};

/** What a store has to know of pairs, in the plainest way. */
class Model {
  blocks: { readonly name: BlockName; readonly touched: ReadonlySet<string> }[] = [];
  /** Pairs with a balance that is served. */
  readonly served = new Set<string>();
  readonly dirty = new Set<string>();

  wasTouched(pair: string): boolean {
    return this.blocks.some(({ touched }) => touched.has(pair));
  }

  add(name: BlockName, touched: ReadonlySet<string>): void {
    this.blocks.push({ name, touched });
    for (const pair of touched) {
      this.dirty.add(pair);
    }
  }

  rollBack(depth: number): void {
    const gone = this.blocks.splice(-depth).flatMap(({ touched }) => [...touched]);
    for (const pair of gone) {
      if (this.served.has(pair)) {
        this.dirty.add(pair);
      } else if (!this.wasTouched(pair)) {
        this.dirty.delete(pair);
      }
    }
  }

  settle(pair: string): void {
    this.dirty.delete(pair);
    if (this.wasTouched(pair)) {
      this.served.add(pair);
    } else {
      this.served.delete(pair);
    }
  }
}

function known(store: ChainStore) {
  const dirty = store.listDirty(ALL).map((pair) => `${nameOf(pair)} ${pair.isLost}`);
  const { pairs } = store.listPairs(undefined, ALL);
  return {
    dirty: dirty.sort(),
    count: store.countDirty(),
    served: pairs.flatMap((pair) => (pair.raw === undefined ? [] : [nameOf(pair)])).sort(),
    // Of owners that have no balances, no pairs are listed.
    listed: pairs.map((pair) => `${nameOf(pair)} ${pair.isDirty} ${pair.isLost}`).sort(),
  };
}

function expected(model: Model) {
  const owners = new Set([...model.served].map((pair) => pair.split(":")[0]));
  const listed = [...new Set([...model.served, ...model.dirty])].filter((pair) =>
    owners.has(pair.split(":")[0]),
  );
  const state = (pair: string) => `${model.dirty.has(pair)} ${!model.wasTouched(pair)}`;
  return {
    dirty: [...model.dirty].map((pair) => `${pair} ${!model.wasTouched(pair)}`).sort(),
    count: model.dirty.size,
    served: [...model.served].sort(),
    listed: listed.map((pair) => `${pair} ${state(pair)}`).sort(),
  };
}

test.each(Array.from({ length: 30 }, (_, seed) => seed))(
  "a store knows which pairs are dirty and which are lost, whatever happens (seed %i)",
  (seed) => {
    const pick = random(seed);
    const store = emptyStore(":memory:");
    const model = new Model();
    let made = 0;
    const add = () => {
      made += 1;
      const number = (model.blocks.at(-1)?.name.number ?? 0) + 1;
      const name: BlockName = { number, hash: `0x${String(made).padStart(64, "0")}` };
      const chosen = Array.from({ length: pick(5) }, () => `${1 + pick(3)}:${1 + pick(4)}`);
      const touched = new Set(chosen);
      const block = { ...name, timestamp: 1 } as BlockRecord;
      const pairs = [...touched].map(pairOf);
      store.addBlock({ block, transactions: [], nftTransfers: [], touched: pairs });
      model.add(name, touched);
    };
    const rollBack = () => {
      const depth = 1 + pick(5);
      if (model.blocks.length <= depth) {
        return;
      }
      model.rollBack(depth);
      store.rollbackTo(model.blocks.at(-1)?.name.number ?? 0);
    };
    const settle = () => {
      const limit = { pairs: 1 + pick(6), ofOwner: 100 };
      const pairs = pick(3) > 0 ? store.listDirty(limit) : store.listPairs(undefined, limit).pairs;
      const balances = pairs.map((pair) => ({ ...pair, raw: 1n }));
      const at = model.blocks.at(-1)?.name as BlockName;
      expect(store.settle(at, { tokens: [], nfts: [], balances })).toBe(true);
      for (const pair of pairs) {
        model.settle(nameOf(pair));
      }
    };
    add();
    for (let step = 0; step < 60; step += 1) {
      const kind = pick(5);
      (kind < 2 ? add : kind === 2 ? rollBack : settle)();
      expect(known(store)).toEqual(expected(model));
    }
  },
);
