// Never run: it compiles, or users have lost something. Each `@ts-expect-error` is a promise too.
import {
  type CallOptions,
  createAddressDataClient,
  type Erc20Balance,
  type Middleware,
  type PagedCall,
} from "@chainkit/address-data";
import { type ApiCall, type Block, createChainDataClient, type Nft } from "@chainkit/chain-data";
import { raw } from "@chainkit/chain-data/raw";
import { createSubgraphManagementClient } from "@chainkit/subgraph-management";

const baseUrl = "https://api.example.com";
const chainData = createChainDataClient({ baseUrl, token: async () => "token" });
const addressData = createAddressDataClient({ baseUrl, timeoutMs: undefined, retry: false });
const management = createSubgraphManagementClient({ baseUrl, graphNs: "ns", token: "token" });

createChainDataClient({ baseUrl: new URL(baseUrl), headers: new Headers() });
createChainDataClient({ baseUrl, headers: { "x-tenant": undefined } });

// @ts-expect-error a client needs a base URL
createChainDataClient({});
// @ts-expect-error management needs a token
createSubgraphManagementClient({ baseUrl, graphNs: "ns" });
// @ts-expect-error management needs its namespace
createSubgraphManagementClient({ baseUrl, token: "token" });
// @ts-expect-error address data takes no token
createAddressDataClient({ baseUrl, token: "token" });
// @ts-expect-error only management answers in envelopes
createChainDataClient({ baseUrl, successCodes: [0] });
// @ts-expect-error misspelt option
createChainDataClient({ baseUrl, timeout: 5 });

export async function parameters(signal: AbortSignal | undefined) {
  await chainData.getBlock({ chain_name: "ethereum", block_number: "latest" }, { signal });
  // @ts-expect-error misspelt parameter
  await chainData.getBlock({ chain_name: "ethereum", block_nr: "latest" });
  // @ts-expect-error unused parameter
  await chainData.getBlock({ chain_name: "ethereum", block_number: "1", limit: 5 });
  // @ts-expect-error missing parameter
  await chainData.getBlock({ chain_name: "ethereum" });
  // @ts-expect-error no such chain
  await chainData.getBlock({ chain_name: "solana", block_number: "latest" });
  // @ts-expect-error a number is no block number here
  await chainData.getBlock({ chain_name: "ethereum", block_number: 5 });
  // @ts-expect-error misspelt call option
  await chainData.getBlock({ chain_name: "ethereum", block_number: "1" }, { retries: 3 });
  // @ts-expect-error no such operation
  await chainData.getBlocks({ chain_name: "ethereum" });

  const wallet = { chainName: "any-name", walletAddress: "0x0" };
  await addressData.getErc20Balances({ ...wallet, limit: null, "contract-address": "0x0" });
  // @ts-expect-error wire names are kept
  await addressData.getErc20Balances({ ...wallet, contractAddress: "0x0" });
  // @ts-expect-error only the balances can be filtered
  await addressData.getAddressTransactions({ ...wallet, "contract-address": "0x0" });
  await addressData.getBlockTransactions({ chainName: "ethereum", blockNumber: 5 });
  await addressData.getBlockTransactions({ chainName: "ethereum", blockNumber: 5n, limit: 5n });
  const { cursor } = await addressData.getErc20Balances(wallet);
  // A null cursor asks for the first page.
  await addressData.getErc20Balances({ ...wallet, cursor, limit: undefined });
  // @ts-expect-error a block number is a number here
  await addressData.getBlockTransactions({ chainName: "ethereum", blockNumber: "5" });

  const version = { subgraph_name: "s", version: "1" };
  await management.createTag({ ...version, tag: "prod" });
  // @ts-expect-error the namespace is bound to the client
  await management.createTag({ ...version, tag: "prod", graph_ns: "ns" });
  // @ts-expect-error a tag is missing
  await management.createTag(version);
}

export async function answers() {
  const { block } = await chainData.getBlock({ chain_name: "base", block_number: "1" });
  const hash: `0x${string}` = block.hash;
  const number: number = block.number;
  const fee: string | null | undefined = block.base_fee_per_gas;
  // @ts-expect-error it may be absent or null
  const surely: string = block.base_fee_per_gas;
  // @ts-expect-error amounts are decimal strings
  const gas: number = block.gas_used;

  const { data } = await management.queryTag({ subgraph_name: "s", version: "1" });
  const times: number[] = data.tags.map(({ create_time }) => create_time);

  const page = await addressData.getErc721Balances({ chainName: "bsc", walletAddress: "0x0" });
  const cursor: string | null | undefined = page.cursor;
  const count: number = page.resultCount;

  const { response } = await chainData
    .getNft({ chain_name: "base", collection_address: "0x0", token_id: "1" })
    .withResponse();
  const status: number = response.status;
  return { hash, number, fee, surely, gas, times, cursor, count, status };
}

export async function listings() {
  const wallet = { chainName: "ethereum", walletAddress: "0x0" };
  for await (const transaction of addressData.getAddressTransactions(wallet)) {
    const from: `0x${string}` = transaction.from_address;
    from.slice(2);
  }
  for await (const page of addressData.getAddressTransactions(wallet).pages()) {
    page.transactions.at(0)?.transaction_hash.slice(2);
  }
  const items = await addressData.getErc20Balances(wallet).toArray({ max: 10 });
  const decimals = items.map(({ contract }) => contract.decimals);
  // @ts-expect-error one block is no listing
  for await (const _ of chainData.getBlock({ chain_name: "base", block_number: "1" })) {
    break;
  }
  return decimals;
}

/** What users handle has a name. */
export function named(
  call: ApiCall<{ block: Block }, unknown>,
  paged: PagedCall<unknown, Erc20Balance, unknown>,
  nft: Nft,
): [CallOptions, Middleware] {
  const same: typeof call = chainData.getBlock({ chain_name: "base", block_number: "1" });
  const balances: AsyncIterable<Erc20Balance> = paged;
  console.log(same, balances, nft.token_id);
  return [{ timeoutMs: 1 }, { onRequest: () => undefined }];
}

export async function rawRequests() {
  const { data, error } = await raw(chainData).GET("/v2/{chain_name}/blocks/{block_number}", {
    params: { path: { chain_name: "ethereum", block_number: "latest" } },
  });
  const title: string | undefined = error?.title;
  // @ts-expect-error no such path
  await raw(chainData).GET("/v2/blocks");
  // @ts-expect-error the client of another area
  raw(addressData);
  return [data?.block.hash, title];
}
