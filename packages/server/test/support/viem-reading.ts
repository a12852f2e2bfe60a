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

/** What viem calls otherwise than by the name of the contract in camel case. */
const NAMES: Readonly<Record<string, string>> = {
  from_address: "from",
  receipt_root: "receiptsRoot",
  to_address: "to",
  transaction_hash: "hash",
  value_raw: "value",
};
/** What viem does not tell, or in another form; Hardhat counts the bytes of a block without those of its length. */
const OTHERS = /timestamp$|^(l1_.*|size|total_difficulty|transaction_count|value)$/;

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
  const compare = (place: string, served: object, read: Fields) => {
    for (const [name, value] of Object.entries(served).filter(([each]) => !OTHERS.test(each))) {
      const camelCase = name.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase());
      const [ours, theirs] = [asText(value), asText(read[NAMES[name] ?? camelCase])];
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
    compare(`block ${number}`, block, read);
    for (const transaction of read.transactions) {
      const hash = String(transaction.hash);
      const { transaction: served } = await chainData.getTransaction({
        ...{ chain_name: chainName, transaction_hash: hash },
      });
      const receipt = await reader.getTransactionReceipt({ hash });
      compare(hash, served, {
        ...{ ...receipt, ...transaction, status: receipt.status === "success" ? 1 : 0 },
        transactionType: Number(transaction.typeHex),
      });
    }
  }
  const addressData = createAddressDataClient({ baseUrl: service });
  for (const walletAddress of accounts) {
    const of = { chainName, walletAddress };
    for await (const { contract, raw_balance: balance } of addressData.getErc20Balances(of)) {
      const { address } = contract;
      const call = { address, abi: ABI, functionName: "balanceOf", args: [walletAddress] };
      const read = { balance: await reader.readContract(call) };
      compare(`${address} of ${walletAddress}`, { balance }, read);
    }
    for await (const { address, tokenId, tokenUri } of addressData.getErc721Balances(of)) {
      const call = { address, abi: ABI, args: [BigInt(tokenId)] };
      const read = {
        owner: await reader.readContract({ ...call, functionName: "ownerOf" }),
        // An empty URI is none.
        uri: (await reader.readContract({ ...call, functionName: "tokenURI" })) || null,
      };
      compare(`${address} ${tokenId}`, { owner: walletAddress, uri: tokenUri }, read);
    }
  }
  return differences;
}

/** Amounts and numbers in decimal, addresses in lower case. */
function asText(value: unknown): string {
  return String(value ?? null).toLowerCase();
}
