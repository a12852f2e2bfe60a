import type { Command } from "commander";
import { addGraphNodeSettings, graphNodeSettings } from "../config/graph-node.ts";
import { addConfigFile, addData, dataPath } from "../config/options.ts";
import { createGraphNode, type GraphNodeSettings } from "../graph-node/graph-node.ts";
import { openDataFolder } from "../service/data-folder.ts";
import { openManagement, openReader, openSubgraphs, type StoreLocation } from "../store/open.ts";
import { printTable } from "./table.ts";

const MIB = 2 ** 20;
const COLUMNS = ["CHAIN", "FIRST", "LATEST", "TIME", "PENDING BALANCES", "METADATA", "MIB"];

/** Adds the `status` command. */
export function addStatusCommand(program: Command): void {
  const command = program.command("status").description("show the contents of a data folder");
  addData(command);
  addGraphNodeSettings(command);
  addConfigFile(command);
  command.action(async () => {
    const folder = openDataFolder(dataPath(command));
    const names = await folder.chains();
    printTable(COLUMNS, await Promise.all(names.map((name) => rowOf(name, folder.chain(name)))));
    const management = await openManagement(folder.management);
    const deployments = await management.listDeployments();
    const tokens = await management.listTokens();
    await management.close();
    console.log(
      "\nMETADATA: NFTs with unread token URI / with metadata to fetch / with failed fetches",
    );
    console.log(`${deployments.length} subgraph versions, ${tokens.length} tokens`);
    const settings = graphNodeSettings(command);
    if (settings) {
      await printGraphNode(settings, folder.management);
    }
  });
}

async function printGraphNode(settings: GraphNodeSettings, location: StoreLocation): Promise<void> {
  const store = await openSubgraphs(location);
  const graphNode = createGraphNode(settings, store);
  for (const [name, responds] of Object.entries(await graphNode.health())) {
    console.log(`graph-node ${name} ${responds ? "responds" : "does not respond"}`);
  }
  graphNode.close();
  await store.close();
}

async function rowOf(name: string, location: StoreLocation): Promise<string[]> {
  const store = await openReader(location);
  const latest = await store.getLatestBlock();
  const first = await store.firstBlock();
  const { withoutUri, pending, failed } = await store.countMetadata();
  const row = [
    name,
    String(first ?? "-"),
    String(latest?.number ?? "-"),
    latest ? new Date(latest.timestamp * 1000).toISOString() : "-",
    String(await store.countDirty()),
    `${withoutUri} / ${pending} / ${failed}`,
    ((await store.size()) / MIB).toFixed(1),
  ];
  await store.close();
  return row;
}
