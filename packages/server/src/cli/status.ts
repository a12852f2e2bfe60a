import { setTimeout as wait } from "node:timers/promises";
import { type Command, Option } from "commander";
import { METADATA_FAULTS, type MetadataFault } from "../chain/metadata.ts";
import { addGraphNodeSettings, graphNodeSettings } from "../config/graph-node.ts";
import { addSetting } from "../config/options.ts";
import { addStorage, existingStorageOf } from "../config/storage.ts";
import { readInteger } from "../config/values.ts";
import type { ChainState, Readiness } from "../http/probes.ts";
import { readinessOf } from "../service/readiness.ts";
import { openStorage, type Storage } from "../service/storage.ts";
import { readText } from "../source/read-text.ts";
import type { SetAside, UnrecognizedTransfers } from "../store/chain-reader.ts";
import { openManagement, openReader, type StoreLocation } from "../store/open.ts";
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
    } while (watch !== undefined && (await wait(watch * 1000, true, abort).catch(() => false)));
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

/** Reason why data cannot be opened. */
interface Unreadable {
  readonly trouble: string;
}

type ChainContents = Awaited<ReturnType<typeof chainContents>>;

/** Contracts that are listed. */
const LISTED = 20;
/** As many as an alert of the package takes for too many. */
const MANY_PENDING = 5_000;
/** Blocks that a chain may be behind its node, as for `/readyz` by default. */
const READY_LAG = 10;

type Contents = Awaited<ReturnType<typeof readContents>>;

/**
 * Reads the contents of a storage; what cannot be opened does not hide the rest.
 *
 * @param served States of chains, as the service that follows them reports. Default: what it has stored.
 */
async function readContents(storage: Storage, served: Readiness["chains"] = {}) {
  const names = await storage.chains();
  const chains = names.map(async (name) => {
    const contents = await chainContents(name, storage.chain(name), served[name]).catch(unreadable);
    return [name, contents] as const;
  });
  return {
    chains: Object.fromEntries(await Promise.all(chains)),
    management: await managementContents(storage.management).catch(unreadable),
  };
}

const unreadable = (error: Error): Unreadable => ({ trouble: error.message });

async function chainContents(
  name: string,
  location: StoreLocation,
  served: ChainState | undefined,
) {
  const store = await openReader(location);
  try {
    const tip = await store.getTipBlock();
    const oldest = await store.oldest();
    const stored = await readinessOf([{ name, reader: store }], READY_LAG);
    const state = served ?? stored.chains[name];
    const { pending, setAside, unrecognized, faults } = await store.counts();
    return {
      first: oldest?.number ?? null,
      latest: tip?.number ?? null,
      latestTimestamp: tip?.timestamp ?? null,
      /** Balances that changed and have not been read yet. */
      pendingBalances: pending,
      metadata: await store.countMetadata(),
      metadataFaults: faults,
      contractsSetAside: setAside,
      setAside: await store.listSetAside(LISTED),
      /** Wallets that transfers name which cannot be read, each counted once per contract and block. */
      unrecognizedTransfers: unrecognized,
      unrecognized: await store.listUnrecognized(LISTED),
      bytes: await store.size(),
      heldBack: state ? heldBack(state, pending) : [],
    };
  } finally {
    await store.close();
  }
}

/** Lists what holds a chain back, and what to do; nothing if all is well. */
export function heldBack({ trouble, lag, ready }: ChainState, pending: number): readonly string[] {
  const reasons: string[] = [];
  if (trouble != null) {
    reasons.push(trouble);
  } else if (!ready && lag) {
    const fix = "if the number does not fall, its nodes are slow, or allow too few calls";
    reasons.push(`it is ${lag} blocks behind its node: ${fix}`);
  }
  if (pending > MANY_PENDING) {
    reasons.push(`${pending} balances are pending: raise --rpc-rate, or add a node`);
  }
  return reasons;
}

async function managementContents(location: StoreLocation) {
  const store = await openManagement(location);
  try {
    const subgraphVersions = (await store.listDeployments()).length;
    return { subgraphVersions, tokens: (await store.listTokens()).length };
  } finally {
    await store.close();
  }
}
