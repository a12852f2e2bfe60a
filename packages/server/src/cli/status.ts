import { statSync } from "node:fs";
import type { Command } from "commander";
import { addConfigFile, addData, dataPath } from "../config/options.ts";
import { openDataFolder } from "../service/data-folder.ts";
import { openChainStore } from "../store/sqlite/chain-store.ts";
import { openManagementStore } from "../store/sqlite/management-store.ts";
import { printTable } from "./table.ts";

const MIB = 2 ** 20;
const HEAD = ["CHAIN", "FIRST", "LATEST", "TIME", "BALANCES TO ASK", "METADATA", "MIB"];

/** `status`. */
export function addStatusCommand(program: Command): void {
  const command = program.command("status").description("show what a data folder holds");
  addData(command);
  addConfigFile(command);
  command.action(() => {
    const folder = openDataFolder(dataPath(command));
    const rows = folder.chains().map((name) => {
      const file = folder.chainFile(name);
      const store = openChainStore(file);
      const latest = store.getLatestBlock();
      const dirty = store.countDirty();
      const first = store.firstBlock();
      const { withoutUri, pending, failed } = store.countMetadata();
      store.close();
      return [
        name,
        String(first ?? "-"),
        String(latest?.number ?? "-"),
        latest ? new Date(latest.timestamp * 1000).toISOString() : "-",
        String(dirty),
        `${withoutUri} / ${pending} / ${failed}`,
        (statSync(file).size / MIB).toFixed(1),
      ];
    });
    printTable(HEAD, rows);
    const management = openManagementStore(folder.managementFile);
    const [deployments, tokens] = [management.listDeployments(), management.listTokens()];
    management.close();
    console.log(
      "\nMETADATA: NFTs whose URI is to be asked for / whose metadata are to be fetched / failed",
    );
    console.log(`${deployments.length} subgraph versions, ${tokens.length} tokens`);
  });
}
