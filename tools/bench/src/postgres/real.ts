import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  type BlockChange,
  type BlockName,
  readBlock,
  readBlockFile,
} from "@chainkit/server/workspace";
import type { Figure } from "../figures.ts";
import { sizeFigure } from "./measure.ts";
import type { Stores } from "./stores.ts";

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
      changes.push(readBlock(block, "ethereum"));
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
