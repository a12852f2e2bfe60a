import { setTimeout as wait } from "node:timers/promises";
import { type Command, Option } from "commander";
import { METADATA_FAULTS, type MetadataFault } from "../chain/metadata.ts";
import { addGraphNodeSettings, graphNodeSettings } from "../config/graph-node.ts";
import { addSetting } from "../config/options.ts";
import { addStorage, existingStorageOf } from "../config/storage.ts";
import { readInteger } from "../config/values.ts";
import type { Readiness } from "../http/probes.ts";
import { type ChainContents, type Contents, readContents } from "../service/contents.ts";
import { openStorage } from "../service/open-storage.ts";
import { readText } from "../source/read-text.ts";
import type { SetAside, UnrecognizedTransfers } from "../store/chain-reader.ts";
import { formatTable } from "./table.ts";

const MIB = 2 ** 20;
const SERVICE_TIMEOUT_MS = 5_000;
const CLEAR = "\x1b[H\x1b[2J";
const COLUMNS = [
  "CHAIN",
  "OLDEST",
  "TIP",
  "TIME",
  "PENDING BALANCES",
  "METADATA",
  "SET ASIDE",
  "MIB",
];

/** Contents of a storage, and whether each part of graph-node responds. */
interface Status extends Contents {
  readonly graphNode?: Readonly<Record<string, boolean>>;
}

interface StatusOptions {
  readonly watch?: number;
  readonly json?: boolean;
  readonly service?: string;
}

export function addStatusCommand(program: Command): void {
  const command = program
    .command("status")
    .description("show the contents of a data folder or database, and what holds its chains back")
    .option("--json", "print JSON, with --watch one line each time")
    .addOption(
      new Option("--watch [seconds]", "repeat until Ctrl-C").argParser(readInteger(1)).preset("2"),
    );
  addSetting(
    command,
    "--service <url>",
    "service that follows the chains: show what holds them back",
  );
  addStorage(command);
  addGraphNodeSettings(command);
  command.action(async () => {
    const folder = openStorage(existingStorageOf(command));
    const { watch, json = false, service } = command.opts<StatusOptions>();
    const abort = new AbortController();
    if (watch !== undefined) {
      // A second signal ends the process at once.
      process.once("SIGINT", () => abort.abort()).once("SIGTERM", () => abort.abort());
    }
    const settings = graphNodeSettings(command);
    const { healthOf } = await import("../graph-node/graph-node.ts");
    do {
      const status: Status = {
        ...(await readContents(
          folder,
          service === undefined ? undefined : await readServed(service),
        )),
        ...(settings && { graphNode: await healthOf(settings) }),
      };
      const clear = watch !== undefined && process.stdout.isTTY && !json ? CLEAR : "";
      console.log(json ? JSON.stringify(status) : clear + linesOf(status).join("\n"));
      await wait((watch ?? 0) * 1000, undefined, abort).catch(() => {});
    } while (watch !== undefined && !abort.signal.aborted);
  });
}

/** Longest response of `/readyz` in bytes: another server may respond at a mistyped URL. */
const MAX_READINESS = 2 ** 20;

/** Reads the states of chains from `/readyz` of a service. */
async function readServed(service: string): Promise<Readiness["chains"]> {
  const url = new URL("/readyz", service);
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(SERVICE_TIMEOUT_MS) });
    const text = await readText(response.body, MAX_READINESS);
    const { chains = {} } = JSON.parse(text ?? "") as Partial<Readiness>;
    return chains;
  } catch (error) {
    throw new Error(`--service: ${url.host} does not respond`, { cause: error });
  }
}

function linesOf({ chains, management, graphNode = {} }: Status): string[] {
  const rows = Object.entries(chains).map(([name, chain]) => [
    name,
    ...("trouble" in chain ? Array<string>(COLUMNS.length - 1).fill("-") : cellsOf(chain)),
  ]);
  const ofChains = Object.entries(chains).flatMap(([name, chain]) =>
    "trouble" in chain
      ? `${name} cannot be opened: ${chain.trouble}`
      : [
          ...chain.heldBack.map((reason) => `${name} is held back: ${reason}`),
          ...chain.setAside.map((contract) => setAsideLine(name, contract)),
          ...chain.unrecognized.map((each) => unrecognizedLine(name, each)),
          ...Object.entries(chain.metadataFaults).map(([fault, count]) => {
            const reason = METADATA_FAULTS[fault as MetadataFault];
            return `${name}: metadata of ${count} NFTs cannot be read: ${reason}`;
          }),
        ],
  );
  return [
    ...formatTable(COLUMNS, rows),
    "\nMETADATA: NFTs with unread token URI / with metadata to fetch / with failed fetches",
    "trouble" in management
      ? `cannot be opened: ${management.trouble}`
      : `${management.subgraphVersions} subgraph versions, ${management.tokens} tokens`,
    ...ofChains,
    ...Object.entries(graphNode).map(
      ([name, responds]) => `graph-node ${name} ${responds ? "responds" : "does not respond"}`,
    ),
  ];
}

function cellsOf({ first, latest, latestTimestamp, ...chain }: ChainContents): string[] {
  const { withoutUri, pending, failed } = chain.metadata;
  return [
    String(first ?? "-"),
    String(latest ?? "-"),
    latestTimestamp === null ? "-" : new Date(latestTimestamp * 1000).toISOString(),
    String(chain.pendingBalances),
    `${withoutUri} / ${pending} / ${failed}`,
    String(chain.contractsSetAside),
    (chain.bytes / MIB).toFixed(1),
  ];
}

function setAsideLine(chain: string, { contract, reason, attempts, due }: SetAside): string {
  const retry = new Date(due * 1000).toISOString();
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  return `${chain}: contract ${contract} set aside after ${tries}, next at ${retry}: ${JSON.stringify(reason)}`;
}

function unrecognizedLine(chain: string, { contract, transfers }: UnrecognizedTransfers): string {
  const count = transfers === 1 ? "1 transfer" : `${transfers} transfers`;
  return `${chain}: contract ${contract} has ${count} of a form that is not read`;
}
