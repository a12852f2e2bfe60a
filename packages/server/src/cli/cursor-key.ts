import type { Command } from "commander";
import { addStorage, storageOf } from "../config/storage.ts";
import { readInteger } from "../config/values.ts";
import { openDeployment } from "../service/open-deployment.ts";

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
