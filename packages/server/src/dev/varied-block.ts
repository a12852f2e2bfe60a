import { toQuantity } from "../chain/abi.ts";
import type { Hex } from "../chain/records.ts";
import type { RpcRequest } from "./rpc.ts";

/** Native amounts in wei: none, the smallest, and ones that a JSON number cannot hold exactly. */
const AMOUNTS = [0n, 1n, 1_234_567_890_123_456_789n, 10n ** 18n + 1n, 7n * 10n ** 17n];

const LEGACY = { gasPrice: "0x174876e800" };
const FEE_MARKET = { maxFeePerGas: "0x174876e800", maxPriorityFeePerGas: "0x3b9aca00" };

/**
 * Mines one block with several native transfers, legacy and fee-market; the sample traffic has only one
 * transaction per block.
 *
 * @throws Error if the node rejects a transaction.
 */
export async function mineVariedBlock(
  request: RpcRequest,
  accounts: readonly Hex[],
): Promise<void> {
  await request("evm_setAutomine", false);
  try {
    for (const [index, amount] of AMOUNTS.entries()) {
      const from = accounts[index % accounts.length];
      // The last one goes back to its sender.
      const to = index === AMOUNTS.length - 1 ? from : accounts[(index + 1) % accounts.length];
      const price = index % 2 === 0 ? FEE_MARKET : LEGACY;
      const value = toQuantity(amount);
      await request("eth_sendTransaction", { from, to, value, gas: "0x5208", ...price });
    }
    await request("evm_mine");
  } finally {
    await request("evm_setAutomine", true);
  }
}
