import type { Command, OptionValues } from "commander";
import { addConfigFile } from "../config/options.ts";
import { addStorage, storageOf } from "../config/storage.ts";
import { openDeployment } from "../service/open-deployment.ts";
import type { ManagementStore } from "../store/management-store.ts";
import { openManagement } from "../store/open.ts";

/**
 * Runs a command with the management store of the data folder, and closes it afterwards.
 *
 * @param locate Finds the folder, which is created by default.
 */
export function withManagement(
  command: Command,
  work: (store: ManagementStore, args: readonly string[], options: OptionValues) => Promise<void>,
  locate = storageOf,
): void {
  addStorage(command);
  addConfigFile(command);
  command.action(async () => {
    const store = await openManagement(openDeployment(locate(command)).management);
    try {
      await work(store, command.args, command.opts());
    } finally {
      await store.close();
    }
  });
}
