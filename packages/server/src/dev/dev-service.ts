import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HttpSettings } from "../config/options.ts";
import { EXPLORER_PATH } from "../http/explorer.ts";
import { openChain } from "../service/chains.ts";
import { type Service, startService } from "../service/start.ts";
import { openDataFolder } from "../service/storage.ts";
import { createToken } from "../service/tokens.ts";
import type { ChainReader } from "../store/chain-reader.ts";
import { openReader } from "../store/open.ts";
import { type DevChain, mineVariedBlock, startDevChain } from "./chain.ts";
import { DEV_DEPLOYMENTS, type DevService, devKnown, devValues } from "./values.ts";

/** Name of the local chain in the API; the contract has no name for local chains. */
export const DEV_CHAIN = "ethereum";

const POLL_MS = 100;
const TIMEOUT_MS = 60_000;
const VARIED_MS = 20_000;

/**
 * Starts a local chain with sample tokens and traffic, and serves it.
 *
 * @returns The running service, once all blocks so far are served.
 * @throws Error if the chain does not start or the port is in use; everything is stopped in that case.
 */
export async function startDevService(settings: HttpSettings): Promise<DevService> {
  const path = mkdtempSync(join(tmpdir(), "chainkit-dev-"));
  const removeFolder = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  let chain: DevChain | undefined;
  let service: Service | undefined;
  let reader: ChainReader | undefined;
  let varied: NodeJS.Timeout | undefined;
  const stop = async () => {
    clearInterval(varied);
    await reader?.close();
    await service?.stop();
    await chain?.close();
    removeFolder();
  };
  try {
    chain = await startDevChain();
    const { accounts, rpcUrl, send } = chain;
    await mineVariedBlock(send, accounts);
    // Repeated, so that the latest transactions always contain one.
    varied = setInterval(() => mineVariedBlock(send, accounts).catch(() => {}), VARIED_MS);
    const folder = openDataFolder(path);
    const served = await openChain(folder, DEV_CHAIN, {
      urls: [rpcUrl],
      from: 0,
      pollMs: POLL_MS,
      fetchMetadata: false,
    });
    service = await startService({ ...settings, explorer: true }, folder, [served]);
    const own = await openReader(folder.chain(DEV_CHAIN));
    reader = own;
    const { management, url } = service;
    const register = async (name: string, version: string) => {
      await management.addDeployment(name, version);
    };
    for (const { name, version } of DEV_DEPLOYMENTS) {
      await register(name, version);
    }
    const token = await createToken(management, "dev", "management");
    await caughtUp(service);
    return {
      url,
      explorerUrl: url + EXPLORER_PATH,
      rpcUrl,
      token,
      values: () => devValues(DEV_CHAIN, own, accounts),
      known: async () => devKnown(await devValues(DEV_CHAIN, own, accounts)),
      register,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function caughtUp(service: Service): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  while (!(await service.readiness()).ready || !(await service.isSettled())) {
    if (Date.now() > end) {
      throw new Error(
        `the local chain was not served in time: ${JSON.stringify(await service.readiness())}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS / 2));
  }
}

/** Asserts, before a slow start, that a port is free. @throws Error of the system, such as `EADDRINUSE`. */
export function assertFreePort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()));
  });
}
