import type { Command } from "commander";
import { chainOption } from "../config/chain-values.ts";
import { addStorage, storagesOf } from "../config/storage.ts";
import { openDataFolder } from "../service/data-folder.ts";
import { createDisplay } from "../service/display.ts";
import { openDatabase } from "../service/open-storage.ts";
import { findChain } from "./stored-chain.ts";

const DESCRIPTION = [
  "copy a chain, or the management data, from a data folder to a database",
  [
    "Stop the service first, or copy the folder of a backup: a service on the database reads the blocks since then",
    "from its nodes. If a copy is interrupted, the database has nothing of it, and the command can be repeated. The",
    "original is not changed.",
  ].join(" "),
  [
    "Management data are subgraph versions, tags, tokens and the key of cursors. They are copied only to a place without",
    "any; stop changing them before.",
  ].join(" "),
].join("\n\n");

export function addCopyCommand(program: Command): void {
  const command = program
    .command("copy")
    .summary("copy a chain or management data to a database")
    .description(DESCRIPTION)
    .addOption(chainOption("chain to copy"))
    .option("--management", "copy subgraph versions, tags, tokens and the key of cursors");
  addStorage(command);
  command.action(async () => {
    const { folder, database } = storagesOf(command);
    const { chain, management } = command.opts();
    if ((chain === undefined) === (management === undefined)) {
      throw new Error("pass --chain with the chain to copy, or --management");
    }
    const { copyChain, copyManagement } = await import("../service/copy-chain.ts");
    const target = openDatabase(database);
    if (management) {
      console.log(await copyManagement(folder, target));
      return;
    }
    const original = await findChain(openDataFolder(folder), chain);
    console.log(await copyChain(original, target.chain(chain), createDisplay(process.stderr)));
  });
}
