import type { Command } from "commander";
import { readInteger } from "../config/values.ts";
import type { PostgresLocation } from "../store/open.ts";
import { addChain, chainOf } from "./stored-chain.ts";
import { printTable } from "./table.ts";

const MIB = 2 ** 20;
const MERGED = 16;

/** Adds the `ranges list|merge|drop` commands. */
export function addRangesCommands(program: Command): void {
  const group = program
    .command("ranges")
    .description("manage the ranges of blocks of a chain in PostgreSQL");
  addList(group);
  addMerge(group);
  addDrop(group);
}

/** Load the database driver only if it is needed. */
const administration = () => import("../store/postgres/range-admin.ts");

function addList(group: Command): void {
  const command = group.command("list").description("list ranges with their estimated sizes");
  withChain(command, async (location) => {
    const ranges = await (await administration()).rangeSizes(location);
    printTable(
      ["FIRST", "LAST", "TRANSACTIONS", "MIB"],
      ranges.map(({ first, end, transactions, bytes }) => [
        ...[first, end - 1, transactions].map(String),
        (bytes / MIB).toFixed(1),
      ]),
    );
  });
}

function addMerge(group: Command): void {
  const command = group
    .command("merge")
    .description("merge adjacent ranges of final blocks; the service may keep running")
    .option("--count <n>", "ranges that become one", readInteger(2), MERGED);
  withChain(command, async (location) => {
    const { count } = command.opts();
    report("merged", await (await administration()).mergeRanges(location, { count }));
  });
}

function addDrop(group: Command): void {
  const command = group
    .command("drop")
    .description("drop ranges of old blocks; balances and NFTs stay; the service may keep running")
    .requiredOption(
      "--below <block>",
      "drop ranges whose blocks are all below this number",
      readInteger(0),
    );
  withChain(command, async (location) => {
    report("dropped", await (await administration()).dropRanges(location, command.opts().below));
  });
}

function withChain(command: Command, action: (location: PostgresLocation) => Promise<void>): void {
  addChain(command, "chain of the ranges");
  command.action(async () => {
    const location = await chainOf(command);
    if (location.kind !== "postgres") {
      throw new Error("a data folder has no ranges: pass --database");
    }
    await action(location);
  });
}

function report(done: string, ranges: readonly { first: number; end: number }[]): void {
  for (const { first, end } of ranges) {
    console.log(`blocks ${first} to ${end - 1} ${done}`);
  }
  console.log(`${ranges.length} ranges ${done}`);
}
