import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HttpSettings } from "../config/options.ts";
import { openChain } from "../service/chains.ts";
import { openDataFolder } from "../service/data-folder.ts";
import { type Service, startService } from "../service/start.ts";
import { createToken } from "../service/tokens.ts";
import type { StoredChainReader } from "../store/chain-store.ts";
import { openChainReader } from "../store/sqlite/chain-store.ts";
import { type DevChain, startDevChain } from "./chain.ts";
import { DEV_SUBGRAPH, type DevValues, devValues } from "./values.ts";

/** A service over a local chain, for trying out. */
export interface DevService {
  readonly url: string;
  /** Where the node of the local chain answers JSON-RPC. */
  readonly rpcUrl: string;
  /** A management token. */
  readonly token: string;
  /** Parameters by operation id, with which each operation has something to answer. */
  values(): DevValues;
  /** Ends service and chain; nothing of them is kept. */
  stop(): Promise<void>;
}

/** The chain goes by this name, because the contract has no name for a local one. */
export const DEV_CHAIN = "ethereum";

const POLL_MS = 100;
const PATIENCE_MS = 60_000;

/**
 * Starts a local chain with tokens and traffic, and serves it.
 *
 * @returns When all that has happened on the chain is served.
 * @throws Error if the chain does not start or the port is taken; nothing is left running then.
 */
export async function startDevService(settings: HttpSettings): Promise<DevService> {
  const path = mkdtempSync(join(tmpdir(), "chainkit-dev-"));
  const removeFolder = () => rmSync(path, { recursive: true, force: true });
  let chain: DevChain | undefined;
  let service: Service | undefined;
  let reader: StoredChainReader | undefined;
  const stop = async () => {
    reader?.close();
    await service?.stop();
    await chain?.close();
    removeFolder();
  };
  try {
    chain = await startDevChain();
    const { accounts, rpcUrl } = chain;
    const folder = openDataFolder(path);
    const served = openChain(folder, DEV_CHAIN, {
      urls: [rpcUrl],
      from: 0,
      pollMs: POLL_MS,
      fetchMetadata: false,
    });
    service = await startService(settings, folder, [served]);
    const own = openChainReader(folder.chainFile(DEV_CHAIN));
    reader = own;
    for (const version of [DEV_SUBGRAPH.version, DEV_SUBGRAPH.oldVersion]) {
      service.management.addDeployment(DEV_SUBGRAPH.name, version);
    }
    const token = createToken(service.management, "dev", "management");
    await caughtUp(service);
    const { url } = service;
    return {
      url,
      rpcUrl,
      token,
      values: () => devValues(DEV_CHAIN, own, accounts),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function caughtUp(service: Service): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await service.readiness()).ready || !(await service.isSettled())) {
    if (Date.now() > end) {
      throw new Error(
        `the chain was not read in time: ${JSON.stringify(await service.readiness())}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS / 2));
  }
}
