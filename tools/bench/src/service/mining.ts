import { toQuantity } from "@chainkit/server/abi";
import type { RpcCall } from "../../../../packages/server/src/source/rpc-call.ts";
import type { Anvil } from "./anvil.ts";
import { actionOf, type Contracts, CREATIONS, type Hex } from "./traffic.ts";

/** Creates many transactions on a node. */
export interface Miner {
  readonly contracts: Contracts;
  /** Mines blocks. @param transactions Number per block. */
  mine(blocks: number, transactions: number): Promise<void>;
  /** Must be called after a reorganisation, which removes transactions. */
  resume(): Promise<void>;
}

const GAS = toQuantity(200_000);
const FEES = { maxFeePerGas: toQuantity(2e9), maxPriorityFeePerGas: "0x1" };
/** Maximum of the node. */
const BATCH = 500;

/** Deploys the contracts in one block. */
export async function startMining(anvil: Anvil): Promise<Miner> {
  const accounts = await anvil.call<Hex[]>("eth_accounts");
  const nonces: number[] = accounts.map(() => 0);
  let count = 0;
  const transaction = (who: number, content: object): RpcCall => {
    const nonce = nonces[who] ?? 0;
    nonces[who] = nonce + 1;
    const common = { from: accounts[who], nonce: toQuantity(nonce), gas: GAS, ...FEES };
    return { method: "eth_sendTransaction", params: [{ ...common, ...content }] };
  };
  const deployed = await anvil.batch<Hex>(
    [CREATIONS.token, CREATIONS.collection].map((data) => transaction(0, { data })),
  );
  await anvil.call("evm_mine");
  const [token, collection] = await anvil.batch<{ contractAddress: Hex }>(
    deployed.map((hash) => ({ method: "eth_getTransactionReceipt", params: [hash] })),
  );
  if (!token || !collection) {
    throw new Error("the contracts were not deployed");
  }
  const contracts = { token: token.contractAddress, collection: collection.contractAddress };

  const send = async (transactions: number) => {
    for (let left = transactions; left > 0; left -= BATCH) {
      const calls = Array.from({ length: Math.min(BATCH, left) }, () => {
        const who = count % accounts.length;
        const { to, value, input } = actionOf(count++, accounts[who] as Hex, contracts);
        return transaction(who, { to, value, data: input });
      });
      await anvil.batch(calls);
    }
  };
  return {
    contracts,
    async mine(blocks, transactions) {
      for (let mined = 0; mined < blocks; mined += 1) {
        await send(transactions);
        await anvil.call("evm_mine");
      }
      const tip = await anvil.call<{ transactions: unknown[] }>(
        ...(["eth_getBlockByNumber", "latest", false] as const),
      );
      if (tip.transactions.length !== transactions) {
        throw new Error(`a block has ${tip.transactions.length} instead of ${transactions}`);
      }
    },
    async resume() {
      const taken = await anvil.batch<Hex>(
        accounts.map((who) => ({ method: "eth_getTransactionCount", params: [who, "latest"] })),
      );
      for (const [who, nonce] of taken.entries()) {
        nonces[who] = Number(nonce);
      }
    },
  };
}
