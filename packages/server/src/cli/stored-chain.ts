import type { Command } from "commander";
import { profileOf } from "../chain/profiles.ts";
import { readChains } from "../config/chain-values.ts";
import { addRpcSettings, headersOf, ownSetting } from "../config/follow.ts";
import { addSetting } from "../config/options.ts";
import { addStorage, storageOf } from "../config/storage.ts";
import { openStorage } from "../service/open-storage.ts";
import type { Storage } from "../service/storage.ts";
import type { StoreLocation } from "../store/open.ts";

/** Returns a stored chain. @throws Error if it has no data yet. */
export async function findChain<Location extends StoreLocation>(
  storage: Storage<Location>,
  name: string,
): Promise<Location> {
  if (!(await storage.chains()).includes(name)) {
    throw new Error(`${storage.place} has no data for chain ${name}: serve it first`);
  }
  return storage.chain(name);
}

/** Adds the options of a command that reads more of one stored chain from its nodes. */
export function addStoredChain(command: Command): void {
  addSetting(command, "--chain <name=url,...>", "chain and its JSON-RPC URLs", (option) =>
    option.argParser(readChains).makeOptionMandatory(),
  );
  addRpcSettings(command);
  addStorage(command);
}

/** Opens the chain of such a command. @throws Error if it is not one, has no data yet, or a node has another chain. */
export async function openStoredChain(command: Command) {
  const { chain, trust = [], ...settings } = command.opts();
  const [{ name, urls }, ...others] = chain;
  if (others.length > 0) {
    throw new Error("--chain: expected exactly one chain");
  }
  const location = await findChain(openStorage(storageOf(command)), name);
  const [{ assertChainIds }, { createRpcClient }] = await Promise.all([
    import("../source/rpc-node.ts"),
    import("../source/json-rpc.ts"),
  ]);
  const profile = profileOf(name, trust.includes(name));
  const headers = headersOf(settings, name);
  await assertChainIds(name, urls, profile.chainId, headers);
  const rate = ownSetting<number>(settings.rpcRate, name);
  const rpc = createRpcClient(urls, undefined, { headers, rate, chainId: profile.chainId });
  return { name, location, rpc, profile };
}
