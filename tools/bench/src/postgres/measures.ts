import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  type BlockChange,
  type BlockName,
  type ChainReader,
  readBlock,
  readBlockFile,
} from "@chainkit/server/workspace";
import { type Figure, median, millis, shown } from "../service/figures.ts";
import { blockOf, HOTTEST, hashOf, nameOf, PER_BLOCK, senderOf } from "./blocks.ts";
import type { Effort } from "./effort.ts";
import type { Store, Stores } from "./stores.ts";

const RANGES = 20;
const CALLERS = 16;
const DEPTH = 64;
const PAGE = 101;

const now = () => performance.now() / 1000;

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = now();
  await work();
  return now() - start;
}

function figure(what: string, ratio: number, aim: string, met: boolean, text: string): Figure {
  const shownAim = `${what}: ${shown(ratio)}, aim ${aim}`;
  return { what, ratio, values: { ratio }, text, aim: { what: shownAim, met } };
}

/** Ingest of one block per commit, in turns, and bytes per transaction. */
export async function ingest(stores: Stores, effort: Effort): Promise<Figure[]> {
  const { blocksPerRange } = effort;
  const times: { readonly sqlite: number[]; readonly postgres: number[] } = {
    sqlite: [],
    postgres: [],
  };
  const trips: number[] = [];
  for (let range = 0; range < RANGES; range++) {
    const first = range * blocksPerRange;
    const changes = Array.from({ length: blocksPerRange }, (_, at) => blockOf(first + at));
    let turns = stores.roundTrips();
    const note = () => {
      trips.push(stores.roundTrips() - turns);
      turns = stores.roundTrips();
    };
    const order = range % 2 ? (["postgres", "sqlite"] as const) : (["sqlite", "postgres"] as const);
    for (const engine of order) {
      const add = () => addEach(stores[engine], changes, note);
      times[engine].push(await seconds(add));
    }
    await stores.checkpoint();
  }
  const blocks = RANGES * blocksPerRange;
  // SQLite adds none.
  const perBlock = median(trips.filter((count) => count > 0));
  const [sqlite, postgres] = [sum(times.sqlite), sum(times.postgres)];
  const rate = (time: number) => `${shown((blocks * PER_BLOCK) / time)} tx/s`;
  const early = median(times.postgres.slice(0, 4));
  const late = median(times.postgres.slice(16));
  return [
    figure(
      "one block of 200 per commit",
      sqlite / postgres,
      "≥ 1",
      sqlite >= postgres,
      `${rate(postgres)}, SQLite ${rate(sqlite)}`,
    ),
    figure(
      "17th to 20th range, to the first four",
      early / late,
      "≥ 0.9",
      early / late >= 0.9,
      `${shown(blocksPerRange * PER_BLOCK)} transactions each, ${millis(late)} and ${millis(early)}`,
    ),
    figure(
      "round trips per block at the head",
      perBlock,
      "1",
      perBlock === 1,
      `median of ${shown(blocks)} blocks; ${shown(sum(trips) / blocks)} with leases and new ranges`,
    ),
    await sizeFigure("synthetic", stores, blocks * PER_BLOCK, 1.35),
  ];
}

async function addEach(
  { writer }: Store,
  changes: readonly BlockChange[],
  note: () => void = () => {},
): Promise<void> {
  for (const change of changes) {
    const { number } = change.block;
    if (!(await writer.addBlocks([change], number > 0 ? nameOf(number - 1) : undefined))) {
      throw new Error(`block ${number} was not added`);
    }
    note();
  }
}

async function sizeFigure(
  name: string,
  { sqlite, postgres }: Pick<Stores, "sqlite" | "postgres">,
  transactions: number,
  aim: number,
): Promise<Figure> {
  const [ours, theirs] = [await sqlite.reader.size(), await postgres.reader.size()];
  const [own, other] = [theirs / transactions, ours / transactions];
  return figure(
    `bytes per transaction, ${name}`,
    own / other,
    `≤ ${aim}`,
    own / other <= aim,
    `${shown(own)} bytes, SQLite ${shown(other)}, of ${shown(transactions)} transactions`,
  );
}

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

/** Rollback of 64 blocks of 200 transactions. */
export async function rollback(stores: Stores, effort: Effort): Promise<Figure[]> {
  const last = RANGES * effort.blocksPerRange - 1;
  const times: Record<"sqlite" | "postgres", number[]> = { sqlite: [], postgres: [] };
  const changes = Array.from({ length: DEPTH }, (_, at) => blockOf(last - DEPTH + 1 + at));
  for (let round = 0; round < effort.rollbacks; round++) {
    for (const engine of ["sqlite", "postgres"] as const) {
      const { writer } = stores[engine];
      times[engine].push(await seconds(() => writer.rollbackTo(last - DEPTH, nameOf(last))));
      await addEach(stores[engine], changes);
    }
  }
  const [own, other] = [median(times.postgres), median(times.sqlite)];
  const text = `${millis(own)}, SQLite ${millis(other)}`;
  const ratio = own / other;
  return [
    figure(`time of a rollback of ${DEPTH} × ${PER_BLOCK}`, ratio, "≤ 0.25", ratio <= 0.25, text),
  ];
}

const MAINNET =
  process.env.CHAINKIT_MAINNET ??
  new URL("../../../../../shared/data/mainnet", import.meta.url).pathname;

/** Bytes per transaction of real blocks of Ethereum; none if there are none on this machine. */
export async function real(stores: Stores): Promise<Figure[]> {
  const changes = await mainnetBlocks();
  if (changes.length === 0) {
    console.error("no real mainnet blocks: set CHAINKIT_MAINNET to their folder");
    return [];
  }
  const opened = await stores.open("real");
  for (const { writer } of [opened.sqlite, opened.postgres]) {
    let tip: BlockName | undefined;
    for (const change of changes) {
      await writer.addBlocks([change], tip);
      tip = { number: change.block.number, hash: change.block.hash };
    }
  }
  const count = changes.reduce((total, { transactions }) => total + transactions.length, 0);
  return [await sizeFigure("real blocks of Ethereum", opened, count, 1.5)];
}

async function mainnetBlocks(): Promise<BlockChange[]> {
  const changes: BlockChange[] = [];
  for (const file of listFiles(MAINNET)) {
    for await (const block of readBlockFile(join(MAINNET, file))) {
      changes.push(readBlock(block));
    }
  }
  return changes.sort((a, b) => a.block.number - b.block.number);
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => /^\d+\.json\.gz$/.test(file));
  } catch {
    return [];
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
