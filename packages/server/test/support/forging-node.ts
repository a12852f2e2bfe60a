import { faultyNode } from "./proxy.ts";
import { quietChain } from "./quiet-chain.ts";

const TRANSACTIONS = 80;

/**
 * A node with one forged sender in a block of many transactions, until the test ends.
 *
 * @param above Number of blocks above that one.
 */
export async function forgingNode(above = 0) {
  const chain = await quietChain({ history: 0 });
  const [from, to] = chain.accounts;
  await chain.send("evm_setAutomine", false);
  for (let count = 0; count < TRANSACTIONS; count += 1) {
    await chain.send("eth_sendTransaction", { from, to, value: "0x1" });
  }
  await chain.send("evm_mine");
  const forged = Number(await chain.send<string>("eth_blockNumber"));
  for (let mined = 0; mined < above; mined += 1) {
    await chain.send("evm_mine");
  }
  const url = await faultyNode(chain.rpcUrl, {
    result({ method, params }, value) {
      const count = value?.transactions?.length ?? 0;
      if (method !== "eth_getBlockByNumber" || !params[1] || count < TRANSACTIONS) {
        return value;
      }
      const [first, ...others] = value.transactions;
      return { ...value, transactions: [{ ...first, from: to }, ...others] };
    },
  });
  return { chain, url, forged };
}
