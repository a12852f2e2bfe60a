import type { Command, OptionValues } from "commander";
import { addConfigFile, addData, dataPath } from "../config/options.ts";
import { openDataFolder } from "../service/data-folder.ts";
import type { ManagementStore } from "../store/management-store.ts";
import { openManagementStore } from "../store/sqlite/management-store.ts";

/** Runs a command with the management store of the data folder, and closes it afterwards. */
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
