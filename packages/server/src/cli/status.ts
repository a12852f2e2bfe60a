import { setTimeout as wait } from "node:timers/promises";
import { type Command, Option } from "commander";
import { addGraphNodeSettings, graphNodeSettings } from "../config/graph-node.ts";
import { addConfigFile } from "../config/options.ts";
import { addStorage, existingStorageOf } from "../config/storage.ts";
import { readInteger } from "../config/values.ts";
import { createGraphNode, type GraphNodeSettings } from "../graph-node/graph-node.ts";
import type { Deployment } from "../service/deployment.ts";
import { openDeployment } from "../service/open-deployment.ts";
import { openManagement, openReader, openSubgraphs, type StoreLocation } from "../store/open.ts";
import { formatTable } from "./table.ts";

const MIB = 2 ** 20;
const CLEAR = "\x1b[H\x1b[2J";
const COLUMNS = ["CHAIN", "FIRST", "LATEST", "TIME", "PENDING BALANCES", "METADATA", "MIB"];

/** Adds the `status` command. */
export function addStatusCommand(program: Command): void {
  const command = program
    .command("status")
    .description("show the contents of a data folder")
    .addOption(
      new Option("--watch [seconds]", "repeat until Ctrl-C").argParser(readInteger(1)).preset("2"),
    );
  addStorage(command);
  addGraphNodeSettings(command);
  addConfigFile(command);
  command.action(async () => {
    const folder = openDeployment(existingStorageOf(command));
    const { watch } = command.opts<{ watch?: number }>();
    const abort = new AbortController();
    if (watch !== undefined) {
      // A second signal ends the process at once.
      process.once("SIGINT", () => abort.abort()).once("SIGTERM", () => abort.abort());
    }
    do {
      const lines = await describe(folder);
      const settings = graphNodeSettings(command);
      if (settings) {
        lines.push(...(await describeGraphNode(settings, folder.management)));
      }
      const clear = watch !== undefined && process.stdout.isTTY ? CLEAR : "";
      console.log(clear + lines.join("\n"));
      await wait((watch ?? 0) * 1000, undefined, abort).catch(() => {});
    } while (watch !== undefined && !abort.signal.aborted);
  });
}

async function describeGraphNode(
  settings: GraphNodeSettings,
  location: StoreLocation,
): Promise<string[]> {
  const store = await openSubgraphs(location);
  const graphNode = createGraphNode(settings, store);
  const health = Object.entries(await graphNode.health());
  graphNode.close();
  await store.close();
  return health.map(
    ([name, responds]) => `graph-node ${name} ${responds ? "responds" : "does not respond"}`,
  );
}

async function describe(folder: Deployment): Promise<string[]> {
  const names = await folder.chains();
  const problems: string[] = [];
  const rows = names.map((name) =>
    rowOf(name, folder.chain(name)).catch((error: Error) => {
      problems.push(error.message);
      return [name, "-", "-", "-", "-", "-", "-"];
    }),
  );
  const table = formatTable(COLUMNS, await Promise.all(rows));
  const counts = await describeManagement(folder).catch((error: Error) => {
    problems.push(error.message);
    return [];
  });
  return [
    ...table,
    "\nMETADATA: NFTs with unread token URI / with metadata to fetch / with failed fetches",
    ...counts,
    ...problems.map((problem) => `cannot be opened: ${problem}`),
  ];
}

async function describeManagement(folder: Deployment): Promise<string[]> {
  const management = await openManagement(folder.management);
  const deployments = await management.listDeployments();
  const tokens = await management.listTokens();
  await management.close();
  return [`${deployments.length} subgraph versions, ${tokens.length} tokens`];
}

async function rowOf(name: string, location: StoreLocation): Promise<string[]> {
  const store = await openReader(location);
  const latest = await store.getLatestBlock();
  const first = await store.firstBlock();
  const { withoutUri, pending, failed } = await store.countMetadata();
  const row = [
    name,
    String(first?.number ?? "-"),
    String(latest?.number ?? "-"),
    latest ? new Date(latest.timestamp * 1000).toISOString() : "-",
    String(await store.countDirty()),
    `${withoutUri} / ${pending} / ${failed}`,
    ((await store.size()) / MIB).toFixed(1),
  ];
  await store.close();
  return row;
}
