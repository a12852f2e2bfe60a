import type { Command, OptionValues } from "commander";
import { addConfigFile, addData, dataPath } from "../config/options.ts";
import { openManagementStore } from "../management/sqlite-store.ts";
import type { ManagementStore } from "../management/store.ts";
import { openDataFolder } from "./data-folder.ts";

/** Gives a command the management store of the data folder, for as long as it runs. */
export function withManagement(
  command: Command,
  work: (store: ManagementStore, args: readonly string[], options: OptionValues) => void,
): void {
  addData(command);
  addConfigFile(command);
  command.action(() => {
    const store = openManagementStore(openDataFolder(dataPath(command)).managementFile);
    try {
      work(store, command.args, command.opts());
    } finally {
      store.close();
    }
  });
}
