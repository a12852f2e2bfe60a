import type { Command } from "commander";
import { addSetting } from "../config/options.ts";
import { addStorage, storageOf } from "../config/storage.ts";
import { readChainNames } from "../config/values.ts";
import { openStorage } from "../service/open-storage.ts";

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
