import type { ChainReader } from "@chainkit/server/workspace";
import { type Figure, median, shown } from "../figures.ts";
import { HOTTEST, hashOf, PER_BLOCK, senderOf } from "./blocks.ts";
import type { Effort } from "./effort.ts";
import { figure, now, RANGES } from "./measure.ts";
import type { Stores } from "./stores.ts";

const CALLERS = 16;
const PAGE = 101;

/** Reads by 16 callers, in turns. */
export async function reads(stores: Stores, effort: Effort): Promise<Figure[]> {
  const blocks = RANGES * effort.blocksPerRange;
  const pick = (below: number) => Math.floor(Math.random() * below);
  const kinds: readonly {
    readonly what: string;
    readonly aim?: number;
    readonly read: (reader: ChainReader) => Promise<unknown>;
  }[] = [
    {
      ...{ what: "transactions by hash, 16 callers", aim: 0.5 },
      read: (reader: ChainReader) => reader.getTransaction(hashOf(pick(blocks), pick(PER_BLOCK))),
    },
    {
      ...{ what: "101 transactions of the hottest address, any depth, 16 callers", aim: 1 },
      read: (reader: ChainReader) =>
        reader.listAddressTransactions(HOTTEST, { blockNumber: pick(blocks), index: 0 }, PAGE),
    },
    {
      what: "transactions of a rare address, 16 callers",
      read: (reader: ChainReader) =>
        reader.listAddressTransactions(senderOf(pick(blocks), pick(PER_BLOCK)), undefined, PAGE),
    },
  ];
  const figures: Figure[] = [];
  for (const { what, aim, read } of kinds) {
    const rates: Record<"sqlite" | "postgres", number[]> = { sqlite: [], postgres: [] };
    for (let round = 0; round <= effort.rounds; round++) {
      for (const engine of ["sqlite", "postgres"] as const) {
        const rate = await ratePerSecond(() => read(stores[engine].reader), effort.seconds);
        // The first round is for warming up.
        if (round > 0) {
          rates[engine].push(rate);
        }
      }
    }
    const ratio = median(rates.postgres.map((rate, at) => rate / (rates.sqlite[at] ?? rate)));
    const [own, other] = [median(rates.postgres), median(rates.sqlite)];
    const text = `${shown(own)}/s, SQLite ${shown(other)}/s`;
    figures.push(
      aim === undefined
        ? { what, ratio, values: { ratio }, text }
        : figure(what, ratio, `≥ ${aim}`, ratio >= aim, text),
    );
  }
  return figures;
}

async function ratePerSecond(read: () => Promise<unknown>, duration: number): Promise<number> {
  const start = now();
  let count = 0;
  const call = async () => {
    while (now() - start < duration) {
      await read();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  return count / (now() - start);
}
