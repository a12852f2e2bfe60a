import { describe, expect, test } from "vitest";
import type { BlockName, BlockRecord, Hex, TouchedPair } from "../../src/chain/records.ts";
import type { ChainWriter } from "../../src/store/chain-writer.ts";
import { NO_EVENTS, word } from "../support/blocks.ts";
import { ENGINES_OF_TODAY, untilEnd } from "../support/engines.ts";
import { random } from "../support/ingest.ts";
import { seeds } from "../support/thorough.ts";

const ALL = 1_000;
/** Blocks are added below it, too. */
const FIRST = 1_000;
const nameOf = ({ owner, token }: TouchedPair) => `${Number(owner)}:${Number(token)}`;
const hex = (number: number): Hex => `0x${String(number).padStart(40, "0")}`;
const pairOf = (name: string): TouchedPair => {
  const [owner = 0, token = 0] = name.split(":").map(Number);
  return { owner: hex(owner), token: hex(token) };
};

/** Reference model of the pairs of a store. */
class Model {
  blocks: { readonly name: BlockName; readonly touched: ReadonlySet<string> }[] = [];
  /** Pairs with a balance that is served. */
  readonly served = new Set<string>();
  readonly dirty = new Set<string>();

  get tip(): BlockName | undefined {
    return this.blocks.at(-1)?.name;
  }

  wasTouched(pair: string): boolean {
    return this.blocks.some(({ touched }) => touched.has(pair));
  }

  add(name: BlockName, touched: ReadonlySet<string>): void {
    this.blocks.push({ name, touched });
    for (const pair of touched) {
      this.dirty.add(pair);
    }
  }

  prepend(name: BlockName, touched: ReadonlySet<string>): void {
    this.blocks.unshift({ name, touched });
    for (const pair of touched) {
      if (!this.served.has(pair)) {
        this.dirty.add(pair);
      }
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

async function known(store: ChainWriter) {
  const dirty = (await store.listPending(undefined, ALL)).map(
    (pair) => `${nameOf(pair)} ${pair.isLost}`,
  );
  const pairs = await store.listPairs(undefined, ALL);
  return {
    dirty: dirty.sort(),
    count: (await store.counts()).pending,
    served: pairs.flatMap((pair) => (pair.raw === null ? [] : [nameOf(pair)])).sort(),
    // Of owners that have no balances, no pairs are listed.
    listed: pairs.map((pair) => `${nameOf(pair)} ${pair.isPending} ${pair.isLost}`).sort(),
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

describe.each(ENGINES_OF_TODAY)("$name", (engine) => {
  test.each(seeds(4, 20))(
    "a store knows which pairs are pending and which are lost, whatever happens (seed %i)",
    async (seed) => {
      const pick = random(seed);
      const store = untilEnd(await engine.openWriter(await engine.place()));
      const model = new Model();
      let made = 0;
      const change = (number: number, note: "add" | "prepend") => {
        made += 1;
        const name: BlockName = { number, hash: word(made) };
        const chosen = Array.from({ length: pick(5) }, () => `${1 + pick(3)}:${1 + pick(4)}`);
        const touched = new Set(chosen);
        model[note](name, touched);
        const block = { ...name, timestamp: 1 } as BlockRecord;
        return { block, transactions: [], ...NO_EVENTS, touched: [...touched].map(pairOf) };
      };
      const add = async () => {
        const before = model.tip;
        const changes = Array.from({ length: 1 + pick(2) }, () =>
          change((model.tip?.number ?? FIRST) + 1, "add"),
        );
        expect(await store.addBlocks(changes, before)).toBe(true);
      };
      const prepend = async () => {
        const first = model.blocks[0]?.name as BlockName;
        const changes = [change(first.number - 1, "prepend"), change(first.number - 2, "prepend")];
        expect(await store.prependBlocks(changes.reverse(), first)).toBe(true);
      };
      const rollBack = async () => {
        const depth = 1 + pick(5);
        const before = model.tip;
        if (!before || model.blocks.length <= depth) {
          return;
        }
        model.rollBack(depth);
        expect(await store.rollbackTo(model.tip?.number ?? 0, before)).toBe(true);
      };
      const settle = async () => {
        const list = pick(3) > 0 ? store.listPending : store.listPairs;
        const pairs = await list(undefined, 1 + pick(6));
        const balances = pairs.map((pair) => ({ ...pair, raw: 1n }));
        for (const pair of pairs) {
          model.settle(nameOf(pair));
        }
        const at = model.tip as BlockName;
        const result = await store.settle(at, { tokens: [], nfts: [], balances });
        expect(result).toEqual({ isWritten: true, more: model.dirty.size > 0 });
      };
      await add();
      for (let step = 0; step < 60; step += 1) {
        const kind = pick(6);
        await (kind < 2 ? add : kind === 2 ? rollBack : kind === 3 ? prepend : settle)();
        expect(await known(store)).toEqual(expected(model));
        expect(await store.tip()).toEqual(model.tip);
      }
    },
  );
});
