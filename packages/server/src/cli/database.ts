import type { Command } from "commander";
import { addSetting } from "../config/options.ts";
import { addStorage, storageOf } from "../config/storage.ts";
import { readChainNames, readInteger } from "../config/values.ts";
import { openDeployment } from "../service/open-deployment.ts";

/** Adds the `migrate` command. */
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
    const { migrate } = openDeployment(storageOf(command));
    if (!migrate) {
      throw new Error("migrate needs --database; data folders are migrated when they are opened");
    }
    for (const { schema, applied } of await migrate(command.opts().newChains)) {
      console.log(`${schema}: ${applied === 0 ? "up to date" : `${applied} migrations applied`}`);
    }
  });
}

const HOUR_SECONDS = 3600;

/** Adds the `cursor-key rotate` command. */
export function addCursorKeyCommand(program: Command): void {
  const command = program
    .command("cursor-key")
    .description("manage the key that signs cursors")
    .command("rotate")
    .description("sign cursors with a new key, a minute from now")
    .option(
      "--accept <hours>",
      "hours for which cursors of the former keys are accepted",
      readInteger(0),
      24,
    );
  addStorage(command);
  command.action(async () => {
    const { rotateCursorKey } = openDeployment(storageOf(command));
    if (!rotateCursorKey) {
      throw new Error("cursor-key rotate needs --database; in a data folder, delete cursor.key");
    }
    const hours = command.opts<{ accept: number }>().accept;
    const former = await rotateCursorKey(hours * HOUR_SECONDS);
    console.log(`new key in a minute; ${former} former accepted for ${hours} h after that`);
  });
}
