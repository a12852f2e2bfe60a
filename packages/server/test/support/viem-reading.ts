import { createAddressDataClient } from "@chainkit/address-data";
import { createChainDataClient } from "@chainkit/chain-data";
import { useExtras } from "../../../../tools/repo/src/extras/index.ts";
import type { ChainName } from "../../src/chain/profiles.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What is used of viem. */
interface Viem {
  createPublicClient(options: object): {
    getBlock(of: object): Promise<Fields & { readonly transactions: readonly Fields[] }>;
    getBlockNumber(): Promise<bigint>;
    getTransactionReceipt(of: object): Promise<Fields>;
    readContract(call: object): Promise<unknown>;
  };
  http(url: string): unknown;
  parseAbi(signatures: readonly string[]): unknown;
}

const viem = (await useExtras("guides")).load<Viem>("viem");
const ABI = viem.parseAbi([
  "function balanceOf(address) view returns (uint256)",
  "function ownerOf(uint256) view returns (address)",
  "function tokenURI(uint256) view returns (string)",
]);

/** Names by which viem calls what the contract calls otherwise. */
const BLOCK = {
  base_fee_per_gas: "baseFeePerGas",
  extra_data: "extraData",
  gas_limit: "gasLimit",
  gas_used: "gasUsed",
  hash: "hash",
  logs_bloom: "logsBloom",
  miner: "miner",
  nonce: "nonce",
  number: "number",
  parent_hash: "parentHash",
  receipt_root: "receiptsRoot",
  sha3_uncles: "sha3Uncles",
  state_root: "stateRoot",
  transactions_root: "transactionsRoot",
} as const;
const TRANSACTION = {
  block_hash: "blockHash",
  block_number: "blockNumber",
  from_address: "from",
  gas: "gas",
  gas_price: "gasPrice",
  input: "input",
  max_fee_per_gas: "maxFeePerGas",
  max_priority_fee_per_gas: "maxPriorityFeePerGas",
  nonce: "nonce",
  to_address: "to",
  transaction_hash: "hash",
  transaction_index: "transactionIndex",
  value_raw: "value",
} as const;
const RECEIPT = {
  contract_address: "contractAddress",
  cumulative_gas_used: "cumulativeGasUsed",
  effective_gas_price: "effectiveGasPrice",
  gas_used: "gasUsed",
} as const;

/**
 * Compares what a service serves of a chain with what viem reads from the node behind it: each field of each block
 * and transaction, and the token balances of accounts.
 *
 * @param node URL of the node.
 * @param service URL of the service.
 * @returns A line per difference.
 */
export async function differencesFromViem(
  node: string,
  service: string,
  chainName: ChainName,
  accounts: readonly string[],
): Promise<string[]> {
  const reader = viem.createPublicClient({ transport: viem.http(node) });
  const chainData = createChainDataClient({ baseUrl: service });
  const differences: string[] = [];
  const compare = (place: string, names: Fields, served: Fields, read: Fields) => {
    for (const [name, other] of Object.entries(names)) {
      const [ours, theirs] = [asText(served[name]), asText(read[String(other)])];
      if (ours !== theirs) {
        differences.push(`${place} ${name}: ${ours}, viem ${theirs}`);
      }
    }
  };
  const head = Number(await reader.getBlockNumber());
  for (let number = 0; number <= head; number += 1) {
    const read = await reader.getBlock({ blockNumber: BigInt(number), includeTransactions: true });
    const { block } = await chainData.getBlock({
      chain_name: chainName,
      block_number: `${number}`,
    });
    compare(`block ${number}`, BLOCK, { ...block }, read);
    for (const transaction of read.transactions) {
      const hash = String(transaction.hash);
      const served = (
        await chainData.getTransaction({ chain_name: chainName, transaction_hash: hash })
      ).transaction;
      const receipt = await reader.getTransactionReceipt({ hash });
      compare(hash, TRANSACTION, { ...served }, transaction);
      compare(hash, RECEIPT, { ...served }, receipt);
      const status = receipt.status === "success" ? 1 : 0;
      compare(hash, { status: "status" }, { ...served }, { status });
    }
  }
  const addressData = createAddressDataClient({ baseUrl: service });
  for (const walletAddress of accounts) {
    const of = { chainName, walletAddress };
    for await (const { contract, raw_balance: balance } of addressData.getErc20Balances(of)) {
      const { address } = contract;
      const call = { address, abi: ABI, functionName: "balanceOf", args: [walletAddress] };
      const read = { balance: await reader.readContract(call) };
      compare(`${address} of ${walletAddress}`, { balance: "balance" }, { balance }, read);
    }
    for await (const { address, tokenId, tokenUri } of addressData.getErc721Balances(of)) {
      const call = { address, abi: ABI, args: [BigInt(tokenId)] };
      const read = {
        owner: await reader.readContract({ ...call, functionName: "ownerOf" }),
        // An empty URI is none.
        uri: (await reader.readContract({ ...call, functionName: "tokenURI" })) || null,
      };
      const served = { owner: walletAddress, uri: tokenUri };
      compare(`${address} ${tokenId}`, { owner: "owner", uri: "uri" }, served, read);
    }
  }
  return differences;
}

/** Amounts and numbers in decimal, addresses in lower case. */
function asText(value: unknown): string {
  return String(value ?? null).toLowerCase();
}
