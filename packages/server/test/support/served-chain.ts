import { join } from "node:path";
import type { ChainReader } from "../../src/store/chain-reader.ts";
import type { BlockChange, ChainWriter } from "../../src/store/chain-writer.ts";
import { openReader } from "../../src/store/open.ts";
import { readUnchanged } from "../../src/store/read-unchanged.ts";
import { address, blockOf, name } from "./blocks.ts";
import { emptyStore, untilEnd } from "./engines.ts";
import { startService, type TestService, temporaryFolder } from "./support.ts";

/** Newest block of the chain that is served, and the finality of its name. */
export const [TIP, FINALITY] = [200, 96];
export const OWNER = address(1);
export const COLLECTION = address(0xc0);

/** A block of two transactions of the owner; the first one mints an NFT for it. */
export function change(number: number, fork = 0): BlockChange {
  const whole = blockOf(name(number, fork), 2);
  const minted = { collection: COLLECTION, tokenId: 1n, from: address(0), to: OWNER, logIndex: 0 };
  return { ...whole, nftTransfers: number === 1 ? [minted] : [] };
}

/** A service of a chain with final blocks, blocks that are not final, a balance and an NFT. */
export async function servedChain(
  tip = TIP,
): Promise<{ store: ChainWriter; service: TestService; reads: string[] }> {
  const file = join(temporaryFolder(), "chain.sqlite");
  const store = await emptyStore(file);
  const changes = Array.from({ length: tip }, (_, at) => change(at + 1));
  await store.addBlocks(changes, undefined);
  await settle(store, 5n);
  const reads: string[] = [];
  const reader = listed(untilEnd(await openReader({ kind: "sqlite", file })), reads);
  const chains = new Map([["ethereum", reader]]);
  // As behind a proxy on the same machine.
  const ethereum = { served: tip, head: tip, lag: 0, trouble: null, ready: true };
  const readiness = () => ({ ready: true, chains: { ethereum } });
  const service = await startService({ trustProxy: ["loopback"] }, { chains, readiness });
  return { store, service, reads };
}

function listed(reader: ChainReader, names: string[]): ChainReader {
  const listedCall = (name: string, call: unknown) =>
    name === "revision"
      ? call
      : (...args: unknown[]) => {
          names.push(name);
          return (call as (...args: unknown[]) => unknown)(...args);
        };
  const calls = Object.entries(reader).map(([name, call]) => [name, listedCall(name, call)]);
  const listedReader: ChainReader = {
    ...(Object.fromEntries(calls) as ChainReader),
    readWithExtent: (of, read) => readUnchanged(listedReader, of, read),
  };
  return listedReader;
}

export async function settle(store: ChainWriter, raw: bigint): Promise<void> {
  const at = (await store.tip()) ?? name(0);
  const balances = [{ owner: OWNER, token: address(9), raw }];
  const { isWritten } = await store.settle(at, { tokens: [], nfts: [], balances });
  if (!isWritten) {
    throw new Error("the balance was not isWritten");
  }
}
