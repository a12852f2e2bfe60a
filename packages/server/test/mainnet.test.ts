import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createAddressDataClient } from "@chainkit/address-data";
import { expect, onTestFinished, test } from "vitest";
import { importFiles } from "../src/cli/import-files.ts";
import { readBlockFile } from "../src/source/file.ts";
import type { RpcBlockWithReceipts } from "../src/source/rpc-types.ts";
import { openChainStore } from "../src/store/sqlite/chain-store.ts";
import { startService, temporaryFolder } from "./support.ts";

/** Real blocks lie outside the repository; see the README for where to get them. */
const folder =
  process.env.CHAINKIT_MAINNET ??
  new URL("../../../../shared/data/mainnet", import.meta.url).pathname;
const files = existsSync(folder)
  ? readdirSync(folder).filter((file) => /^\d+\.json\.gz$/.test(file))
  : [];
const withData = test.skipIf(files.length === 0);
if (files.length === 0) {
  console.warn(`no real blocks in ${folder}: the tests with them are left out`);
}

async function withBlocks(pattern: RegExp) {
  const paths = files.filter((file) => pattern.test(file)).map((file) => join(folder, file));
  const file = join(temporaryFolder(), "ethereum.sqlite");
  await importFiles(file, "header", paths, () => {});
  const store = openChainStore(file);
  onTestFinished(() => store.close());
  const service = await startService({}, { chains: new Map([["ethereum", store]]) });
  const blocks = await blocksOf(paths);
  return { service, blocks };
}

async function blocksOf(paths: readonly string[]): Promise<RpcBlockWithReceipts[]> {
  const blocks: RpcBlockWithReceipts[] = [];
  for (const path of paths) {
    for await (const block of readBlockFile(path)) blocks.push(block);
  }
  return blocks;
}

const decimal = (hex: string | null | undefined) => (hex == null ? null : String(BigInt(hex)));
const time = (hex: string) => new Date(Number(hex) * 1000).toISOString().replace(".000", "");

withData(
  "every transaction and block is served as the node told it, field by field",
  async () => {
    const { service, blocks } = await withBlocks(/^(17686|1703|1942|155373934?3)/);
    for (const { block, receipts } of blocks) {
      const head = (await service.get(`/v2/ethereum/blocks/${Number(block.number)}`)).body.block;
      expect(head).toEqual({
        base_fee_per_gas: decimal(block.baseFeePerGas),
        difficulty: decimal(block.difficulty),
        extra_data: block.extraData,
        gas_limit: decimal(block.gasLimit),
        gas_used: decimal(block.gasUsed),
        hash: block.hash,
        logs_bloom: block.logsBloom,
        miner: block.miner,
        nonce: block.nonce,
        number: Number(block.number),
        parent_hash: block.parentHash,
        receipt_root: block.receiptsRoot,
        sha3_uncles: block.sha3Uncles,
        size: Number(block.size),
        state_root: block.stateRoot,
        timestamp: time(block.timestamp),
        total_difficulty: decimal(block.totalDifficulty),
        transaction_count: block.transactions.length,
        transactions_root: block.transactionsRoot,
        withdrawals_root: block.withdrawalsRoot ?? null,
      });
      for (const [at, raw] of block.transactions.entries()) {
        const receipt = receipts[at];
        const path = `/v2/ethereum/transactions/${raw.hash.toUpperCase().replace("0X", "0x")}`;
        const { transaction } = (await service.get(path)).body;
        const { value, ...others } = transaction;
        expect(value).toBeCloseTo(Number(raw.value) / 1e18, 12);
        expect(others).toEqual({
          block_hash: block.hash,
          block_number: Number(block.number),
          block_timestamp: time(block.timestamp),
          contract_address: receipt?.contractAddress ?? null,
          cumulative_gas_used: decimal(receipt?.cumulativeGasUsed),
          effective_gas_price: decimal(receipt?.effectiveGasPrice),
          from_address: raw.from,
          gas: decimal(raw.gas),
          gas_price: decimal(raw.gasPrice),
          gas_used: decimal(receipt?.gasUsed),
          input: raw.input,
          l1_fee: null,
          l1_fee_scalar: null,
          l1_gas_price: null,
          l1_gas_used: null,
          max_fee_per_gas: decimal(raw.maxFeePerGas),
          max_priority_fee_per_gas: decimal(raw.maxPriorityFeePerGas),
          nonce: decimal(raw.nonce),
          status: Number(receipt?.status),
          to_address: raw.to,
          transaction_hash: raw.hash,
          transaction_index: at,
          transaction_type: Number(raw.type),
          value_raw: decimal(raw.value),
        });
      }
    }
  },
  120_000,
);

withData("the listings have every transaction once, newest first, at any page size", async () => {
  const { service, blocks } = await withBlocks(/^1768611[0-3]/);
  const client = createAddressDataClient({ baseUrl: service.url });
  const all = blocks.flatMap(({ block }) => block.transactions).reverse();
  for (const limit of [7, 100]) {
    const listed = await client
      .getLatestTransactions({ chainName: "ethereum", limit })
      .toArray({ max: 5000 });
    expect(listed.map((tx) => tx.transaction_hash)).toEqual(all.map(({ hash }) => hash));
  }
  const counts = new Map<string, number>();
  for (const { from } of all) counts.set(from, (counts.get(from) ?? 0) + 1);
  const [busiest = ""] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  const of = all.filter(({ from, to }) => from === busiest || to === busiest);
  const walletAddress = busiest.toUpperCase().replace("0X", "0x");
  const listed = await client
    .getAddressTransactions({ chainName: "ethereum", walletAddress, limit: 3 })
    .toArray({ max: 5000 });
  expect(of.length).toBeGreaterThan(3);
  expect(listed.map((tx) => tx.transaction_hash)).toEqual(of.map(({ hash }) => hash));
});

withData(
  "the transactions of a block end with it; a block that is not there is a 404",
  async () => {
    const { service, blocks } = await withBlocks(/^1768611[12]/);
    const client = createAddressDataClient({ baseUrl: service.url });
    const [first] = blocks.sort((a, b) => Number(a.block.number) - Number(b.block.number));
    const listed = await client
      .getBlockTransactions({ chainName: "ethereum", blockNumber: 17686111, limit: 50 })
      .toArray({ max: 5000 });
    expect(listed).toHaveLength(first?.block.transactions.length ?? -1);
    for (const number of ["17686113", "-1", "99999999999999999999"]) {
      expect((await service.get(`/ethereum/v1/block/${number}/transactions`)).status).toBe(404);
    }
    expect((await service.get("/v2/ethereum/blocks/latest")).body.block.number).toBe(17686112);
  },
);

withData("pages are as long as was asked, and the last one is not empty", async () => {
  const { service, blocks } = await withBlocks(/^17686111/);
  const count = blocks[0]?.block.transactions.length ?? 0;
  const client = createAddressDataClient({ baseUrl: service.url });
  const lengths = async (limit: number) => {
    const found: number[] = [];
    const listing = client.getLatestTransactions({ chainName: "ethereum", limit });
    for await (const { transactions } of listing.pages()) found.push(transactions.length);
    return found;
  };
  const divisor = [7, 6, 5, 4, 3, 2].find((each) => count % each === 0) ?? 1;
  expect(await lengths(divisor)).toEqual(Array(count / divisor).fill(divisor));
  const { transactions } = (await service.get("/ethereum/v1/transactions?limit=")).body;
  expect(transactions).toHaveLength(Math.min(100, count));
});

withData("a cursor is good for its own listing only", async () => {
  const { service } = await withBlocks(/^1768611[12]/);
  const path = (block: number) => `/ethereum/v1/block/${block}/transactions`;
  const { cursor } = (await service.get(`${path(17686111)}?limit=2`)).body;
  expect((await service.get(`${path(17686111)}?cursor=${cursor}`)).status).toBe(200);
  for (const other of [path(17686112), "/ethereum/v1/transactions"]) {
    const { status, body } = await service.get(`${other}?cursor=${cursor}`);
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [{ parameter: "cursor", reason: "is not a cursor of this listing" }],
    });
  }
  expect((await service.get(`${path(17686111)}?cursor=`)).status).toBe(400);
});

withData("owners of NFTs are those of the last transfer, each NFT listed once", async () => {
  const { service } = await withBlocks(/^1703486/);
  const owner = "0x2898986ec14d61b7a89f3a5a7e3fc6ee31f59aca";
  const collection = "0x9a7a85e390f07d3802bebaafe090c3b789aabb1b";
  const { nft } = (await service.get(`/v2/ethereum/collections/${collection}/nfts/471`)).body;
  expect(nft).toMatchObject({
    owner_address: owner,
    standard: "ERC721",
    mint_block_number: 17034869,
    mint_block_timestamp: "2023-04-12T22:27:23Z",
  });
  const list = `/ethereum/v1/address/${owner}/balance/erc721?limit=2`;
  const { body } = await service.get(`${list}&contract-address=${collection}`);
  expect(body.resultCount).toBe(2);
  const client = createAddressDataClient({ baseUrl: service.url });
  const all = await client
    .getErc721Balances({ chainName: "ethereum", walletAddress: owner, limit: 3 })
    .toArray({ max: 1000 });
  const keys = all.map(({ address, tokenId }) => `${address} ${tokenId}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toContain(`${collection} 471`);
  for (const id of ["999999999", "0x1d7", `${2n ** 256n}`]) {
    const { status } = await service.get(`/v2/ethereum/collections/${collection}/nfts/${id}`);
    expect(status).toBe(id === "999999999" ? 404 : 400);
  }
});
