import { statSync } from "node:fs";
import type { Command } from "commander";
import { addConfigFile, addData, dataPath } from "../config/options.ts";
import { openDataFolder } from "../service/data-folder.ts";
import { openChainStore } from "../store/sqlite/chain-store.ts";
import { openManagementStore } from "../store/sqlite/management-store.ts";
import { printTable } from "./table.ts";

const MIB = 2 ** 20;
const COLUMNS = ["CHAIN", "FIRST", "LATEST", "TIME", "PENDING BALANCES", "METADATA", "MIB"];

/** Adds the `status` command. */
export function addStatusCommand(program: Command): void {
  const command = program.command("status").description("show the contents of a data folder");
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
    printTable(COLUMNS, rows);
    const management = openManagementStore(folder.managementFile);
    const [deployments, tokens] = [management.listDeployments(), management.listTokens()];
    management.close();
    console.log(
      "\nMETADATA: NFTs with unread token URI / with metadata to fetch / with failed fetches",
    );
    console.log(`${deployments.length} subgraph versions, ${tokens.length} tokens`);
  });
}
