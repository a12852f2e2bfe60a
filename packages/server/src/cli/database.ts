import type { Command } from "commander";
import { chainOption } from "../config/chain-values.ts";
import { addSetting } from "../config/options.ts";
import { addStorage, storageOf, storagesOf } from "../config/storage.ts";
import { readChainNames } from "../config/values.ts";
import { createDisplay } from "../service/display.ts";
import { openDatabase, openDataFolder, openStorage } from "../service/storage.ts";
import { findChain } from "./stored-chain.ts";

export function addMigrateCommand(program: Command): void {
  const command = program
    .command("migrate")
    .description("create the schemas of a database, or bring them up to date");
  addSetting(
    command,
    "--new-chains <chains>",
    "chains whose schemas are created, besides the existing ones",
    (option) => option.argParser(readChainNames).default([], "none"),
  );
  addStorage(command);
  command.action(async () => {
    const { migrate } = openStorage(storageOf(command));
    if (!migrate) {
      throw new Error("migrate needs --database; data folders are migrated when they are opened");
    }
    for (const { schema, applied } of await migrate(command.opts().newChains)) {
      console.log(`${schema}: ${applied === 0 ? "up to date" : `${applied} migrations applied`}`);
    }
  });
}

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
