import { toQuantity } from "@chainkit/server/abi";
import { startAnvil } from "../../../../packages/server/src/dev/anvil.ts";
import type { RpcCall } from "../../../../packages/server/src/source/rpc-call.ts";
import { rpcNode } from "../../../../packages/server/src/source/rpc-node.ts";
import { actionOf, type Contracts, CREATIONS, type Hex } from "./traffic.ts";

/** Local node that mines on request only, and many transactions then. */
export interface LocalNode {
  readonly url: string;
  readonly contracts: Contracts;
  call<Result>(method: string, ...params: readonly unknown[]): Promise<Result>;
  /** Mines blocks. @param transactions Number per block. */
  mine(blocks: number, transactions: number): Promise<void>;
  /** Must be called after a reorganisation, which removes transactions. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Mining a full block takes a while. */
const REQUEST_TIMEOUT_MS = 300_000;
const GAS = toQuantity(200_000);
const FEES = { maxFeePerGas: toQuantity(2e9), maxPriorityFeePerGas: "0x1" };
/** Maximum of the node. */
const BATCH = 500;

/** Starts anvil on a free port, and deploys the contracts in its first block. */
export async function startNode(): Promise<LocalNode> {
  const options = ["--no-mining", "--order", "fifo", "--gas-limit", "1000000000"];
  const { rpcUrl: url, close: stop } = await startAnvil({ args: options });
  const node = rpcNode(url, {}, REQUEST_TIMEOUT_MS);
  /** Sends calls in one request. Returns the results in order. @throws Error if a call fails. */
  const batch = async <Result>(calls: readonly RpcCall[]) => {
    const results = await node.send(calls);
    return calls.map(({ method }, at) => {
      const result = results?.[at];
      if (!result?.ok) {
        throw new Error(`${method}: ${result?.message ?? "the batch was refused"}`);
      }
      return result.value as Result;
    });
  };
  const call = async <Result>(method: string, ...params: readonly unknown[]) =>
    (await batch<Result>([{ method, params }]))[0] as Result;

  const accounts = await call<Hex[]>("eth_accounts");
  const nonces: number[] = accounts.map(() => 0);
  let count = 0;
  const transaction = (who: number, content: object): RpcCall => {
    const nonce = nonces[who] ?? 0;
    nonces[who] = nonce + 1;
    const common = { from: accounts[who], nonce: toQuantity(nonce), gas: GAS, ...FEES };
    return { method: "eth_sendTransaction", params: [{ ...common, ...content }] };
  };
  const deployments = [CREATIONS.token, CREATIONS.collection].map((data) =>
    transaction(0, { data }),
  );
  const [first, second] = await batch<Hex>(deployments);
  await call("evm_mine");
  const addressOf = async (hash: Hex | undefined) =>
    (await call<{ contractAddress: Hex }>("eth_getTransactionReceipt", hash)).contractAddress;
  const contracts = { token: await addressOf(first), collection: await addressOf(second) };

  const send = async (transactions: number) => {
    for (let left = transactions; left > 0; left -= BATCH) {
      const calls = Array.from({ length: Math.min(BATCH, left) }, () => {
        const who = count % accounts.length;
        const { to, value, input } = actionOf(count++, accounts[who] as Hex, contracts);
        return transaction(who, { to, value, data: input });
      });
      await batch(calls);
    }
  };
  return {
    url,
    contracts,
    call,
    async mine(blocks, transactions) {
      for (let mined = 0; mined < blocks; mined += 1) {
        await send(transactions);
        await call("evm_mine");
      }
      const latest = ["eth_getBlockByNumber", "latest", false] as const;
      const { length } = (await call<{ transactions: unknown[] }>(...latest)).transactions;
      if (length !== transactions) {
        throw new Error(`a block has ${length} instead of ${transactions}`);
      }
    },
    async resume() {
      for (const [who, account] of accounts.entries()) {
        nonces[who] = Number(await call<Hex>("eth_getTransactionCount", account, "latest"));
      }
    },
    stop,
  };
}
