import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type RpcBlockWithReceipts, signedCopies } from "@chainkit/server/signed-copies";
import {
  type BlockChange,
  type BlockName,
  type ChainWriter,
  readBlock,
  readBlockFile,
} from "@chainkit/server/workspace";
import { type Figure, sum } from "../figures.ts";
import type { Effort } from "./effort.ts";
import { sizeFigure } from "./measure.ts";
import type { Stores } from "./stores.ts";

const MAINNET =
  process.env.CHAINKIT_MAINNET ??
  new URL("../../../../../shared/data/mainnet", import.meta.url).pathname;

/** Consecutive blocks of an ordinary day; the others were chosen for what is rare in them. */
const ORDINARY = { first: 17_686_110, last: 17_686_121 };
const CALL_LIMIT = 5_000;

/** Bytes per transaction of real blocks of Ethereum; none if there are none on this machine. */
export async function real(stores: Stores, { copies }: Effort): Promise<Figure[]> {
  const blocks = await mainnetBlocks();
  if (blocks.length === 0) {
    console.error("no real mainnet blocks: set CHAINKIT_MAINNET to their folder");
    return [];
  }
  const ordinary = blocks.filter(({ block }) => {
    const number = Number(block.number);
    return number >= ORDINARY.first && number <= ORDINARY.last;
  });
  // Twelve blocks are so few that empty indexes are a third of what PostgreSQL stores.
  const many = [...signedCopies(ordinary, copies, ORDINARY.first)];
  return [
    await sizeOf("ordinary blocks of Ethereum", await stores.open("ordinary"), many),
    await sizeOf("all real blocks of Ethereum", await stores.open("real"), blocks),
  ];
}

async function sizeOf(
  name: string,
  opened: Pick<Stores, "sqlite" | "postgres">,
  blocks: readonly RpcBlockWithReceipts[],
): Promise<Figure> {
  const changes = blocks.map((block) => readBlock(block, "ethereum"));
  for (const { writer } of [opened.sqlite, opened.postgres]) {
    await follow(writer, changes);
  }
  const count = sum(changes.map(({ transactions }) => transactions.length));
  return sizeFigure(name, opened, count, 1.5);
}

/** Adds blocks and, after each, the balances that it has changed. */
async function follow(writer: ChainWriter, changes: readonly BlockChange[]): Promise<void> {
  let tip: BlockName | undefined;
  for (const change of changes) {
    const { number, hash } = change.block;
    await writer.addBlocks([change], tip);
    tip = { number, hash };
    let isDone = false;
    while (!isDone) {
      const dirty = await writer.listDirty(undefined, CALL_LIMIT);
      const balances = dirty.map((pair) => ({ ...pair, raw: 10n ** 18n + BigInt(number) }));
      await writer.settle(tip, { tokens: [], balances, nfts: [] });
      isDone = dirty.length < CALL_LIMIT;
    }
  }
}

async function mainnetBlocks(): Promise<RpcBlockWithReceipts[]> {
  const blocks: RpcBlockWithReceipts[] = [];
  for (const file of listFiles(MAINNET)) {
    for await (const block of readBlockFile(join(MAINNET, file))) {
      blocks.push(block);
    }
  }
  return blocks.sort((a, b) => Number(a.block.number) - Number(b.block.number));
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => /^\d+\.json\.gz$/.test(file));
  } catch {
    return [];
  }
}
