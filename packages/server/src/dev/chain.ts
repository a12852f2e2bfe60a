import { setTimeout as wait } from "node:timers/promises";
import type { Hex } from "../chain/records.ts";
import { devActivity } from "./activity.ts";
import { type AnvilOptions, startAnvil } from "./anvil.ts";
import { type DevContracts, deployContracts } from "./contracts.ts";
import { type Ask, rpcClient } from "./rpc.ts";

/** A local chain with contracts and something going on. */
export interface DevChain {
  /** Where its node answers JSON-RPC. */
  readonly rpcUrl: string;
  /** Accounts that the node signs for; they are rich. */
  readonly accounts: readonly Hex[];
  readonly contracts: DevContracts;
  /** Asks the node. */
  readonly ask: Ask;
  /** Does the next thing: one transaction. */
  act(): Promise<void>;
  /** Ends the chain. Nothing of it is kept. */
  close(): Promise<void>;
}

/** How a local chain is to behave. */
export interface DevChainOptions extends AnvilOptions {
  /** How many things are done before it is ready. */
  readonly history?: number;
  /** Milliseconds from one thing to the next; 0: nothing happens unless it is told to. */
  readonly pauseMs?: number;
}

const HISTORY = 130;
const PAUSE_MS = 1_000;

/**
 * Starts a local chain, deploys tokens of all sorts and keeps it busy.
 *
 * @throws Error if the node does not start.
 * @example
 * const chain = await startDevChain();
 * console.log(chain.rpcUrl, chain.contracts.coin.address);
 * await chain.close();
 */
export async function startDevChain(options: DevChainOptions = {}): Promise<DevChain> {
  const { history = HISTORY, pauseMs = PAUSE_MS, ...anvilOptions } = options;
  const anvil = await startAnvil(anvilOptions);
  try {
    const ask = rpcClient(anvil.rpcUrl);
    const accounts = await ask<readonly Hex[]>("eth_accounts");
    const contracts = await deployContracts(ask, accounts[0] as Hex);
    const act = devActivity(contracts, accounts);
    for (let done = 0; done < history; done += 1) {
      await act();
    }
    const stop = pauseMs > 0 ? repeat(act, pauseMs) : async () => {};
    return {
      rpcUrl: anvil.rpcUrl,
      accounts,
      contracts,
      ask,
      act,
      async close() {
        await stop();
        await anvil.close();
      },
    };
  } catch (error) {
    await anvil.close();
    throw error;
  }
}

/** Does something again and again. @returns Stops it, after what is under way. */
function repeat(work: () => Promise<void>, pauseMs: number): () => Promise<void> {
  const stopped = new AbortController();
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      // A call that a reorg made impossible is no reason to stand still.
      await work().catch(() => {});
      await wait(pauseMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  })();
  return async () => {
    stopped.abort();
    await loop;
  };
}
