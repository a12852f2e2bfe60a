import { UNDO_BLOCKS } from "../chain/profiles.ts";
import { type StoredChain, storedChain } from "../ingest/stored-chain.ts";
import type { ChainWriter } from "../store/chain-writer.ts";
import { StoreLockedError } from "../store/engine.ts";
import { openWriter, type StoreLocation } from "../store/open.ts";

/** A chain that is not created before there are blocks to write. */
export interface Target {
  /** The chain, if it was opened. */
  chain(): StoredChain | undefined;
  /** @throws Error if the chain is being followed. */
  open(): Promise<StoredChain>;
  close(): Promise<void>;
}

/** Creates the target; nothing is opened yet. */
export function lazyTarget(location: StoreLocation): Target {
  let store: ChainWriter | undefined;
  let chain: StoredChain | undefined;
  return {
    chain: () => chain,
    async open() {
      store ??= await openChain(location);
      chain ??= storedChain(store);
      return chain;
    },
    async close() {
      await store?.close();
    },
  };
}

async function openChain(location: StoreLocation): Promise<ChainWriter> {
  try {
    return await openWriter(location, { undoBlocks: UNDO_BLOCKS, isImport: true });
  } catch (error) {
    if (!(error instanceof StoreLockedError)) {
      throw error;
    }
    const fix = "stop the service, import, and start it again";
    throw new Error(`${error.message}: ${fix}`, { cause: error });
  }
}
