import { setTimeout as wait } from "node:timers/promises";
import type { Hex } from "../chain/records.ts";
import { devActivity } from "./activity.ts";
import { type AnvilOptions, startAnvil } from "./anvil.ts";
import { type DevContracts, deployContracts } from "./contracts.ts";
import { type RpcRequest, rpcRequest } from "./rpc.ts";

/** A local chain with contracts and sample traffic. */
export interface DevChain {
  /** JSON-RPC URL of its node. */
  readonly rpcUrl: string;
  /** Funded accounts that the node signs for. */
  readonly accounts: readonly Hex[];
  readonly contracts: DevContracts;
  /** Sends a JSON-RPC request to the node. */
  readonly send: RpcRequest;
  /** Sends the next transaction of the sample traffic. */
  act(): Promise<void>;
  /** Stops the chain and deletes its data. */
  close(): Promise<void>;
}

/** Options of `startDevChain`. */
export interface DevChainOptions extends AnvilOptions {
  /** Transactions sent before it is ready. */
  readonly history?: number;
  /** Milliseconds between transactions; 0: only those sent by `act`. */
  readonly pauseMs?: number;
}

const HISTORY = 130;
const PAUSE_MS = 1_000;

/**
 * Starts a local chain, deploys sample tokens and sends sample traffic.
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
    const send = rpcRequest(anvil.rpcUrl);
    const accounts = await send<readonly Hex[]>("eth_accounts");
    const contracts = await deployContracts(send, accounts[0] as Hex);
    const act = devActivity(contracts, accounts);
    for (let done = 0; done < history; done += 1) {
      await act();
    }
    const stop = pauseMs > 0 ? repeat(act, pauseMs) : async () => {};
    return {
      rpcUrl: anvil.rpcUrl,
      accounts,
      contracts,
      send,
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

/** Repeats a task. @returns Stops it, after the current run. */
function repeat(work: () => Promise<void>, pauseMs: number): () => Promise<void> {
  const stopped = new AbortController();
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      // A reorganisation may make a call fail.
      await work().catch(() => {});
      await wait(pauseMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  })();
  return async () => {
    stopped.abort();
    await loop;
  };
}
