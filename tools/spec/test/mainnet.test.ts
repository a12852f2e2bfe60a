import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { repositoryRoot } from "../src/index.ts";
import { itemsOf, type JsonObject, objectsIn, pagesOf, readContract } from "./contract.ts";
import { blockOf, type RawBlock, transactionOf, transfersIn } from "./mainnet.ts";

const folder = join(repositoryRoot, "..", "shared", "data", "mainnet");
const missing = !existsSync(folder);
if (missing) {
  console.log(`Not run: comparing the examples with mainnet blocks, because ${folder} is missing.`);
}

const ZERO = "0x0000000000000000000000000000000000000000";
const operations = await readContract();
const answers = operations.flatMap(pagesOf);
const objects = answers.flatMap(({ value }) => objectsIn(value));

async function readBlock(number: unknown): Promise<RawBlock> {
  return JSON.parse(gunzipSync(await readFile(join(folder, `${number}.json.gz`))).toString());
}

async function readBlocks(): Promise<RawBlock[]> {
  const index = JSON.parse(await readFile(join(folder, "index.json"), "utf8"));
  return Promise.all(Object.keys(index).map(readBlock));
}

it.skipIf(missing)("each transaction equals the one on mainnet, field by field", async () => {
  const transactions = objects.filter((object) => "transaction_hash" in object);
  expect(transactions).not.toEqual([]);
  for (const { decoded: _, ...example } of transactions) {
    const raw = await readBlock(example.block_number);
    const expected = transactionOf(raw, Number(example.transaction_index));
    // The address-centred API has fewer fields, and the amount in wei.
    const value = "value_raw" in example ? expected.value : expected.value_raw;
    const fields = Object.keys(example).map((key) => [key, { ...expected, value }[key]]);
    expect(example).toEqual(Object.fromEntries(fields));
  }
});

it.skipIf(missing)("each block equals the one on mainnet, field by field", async () => {
  const blocks = objects.filter((object) => "parent_hash" in object);
  expect(blocks).not.toEqual([]);
  for (const example of blocks) {
    expect(example).toEqual(blockOf(await readBlock(example.number)));
  }
});

it.skipIf(missing)("each token balance was received by the wallet on mainnet", async () => {
  const transfers = (await readBlocks()).flatMap(transfersIn);
  const entries = operations.flatMap((operation) => {
    const wallet = operation.parameters.find(({ name }) => name === "walletAddress")?.example;
    const items = pagesOf(operation).flatMap((page) => itemsOf(operation, page));
    return items.filter((item) => "balance" in item).map((item) => ({ wallet, item }));
  });
  expect(entries).not.toEqual([]);
  for (const { wallet, item } of entries) {
    const contract = item.address ?? (item.contract as JsonObject).address;
    const amount = String(item.tokenId ?? item.raw_balance);
    const received = transfers.find(
      (one) => one.to === wallet && one.contract === contract && one.amountOrId === amount,
    );
    expect(received, `${contract} ${amount}`).toBeDefined();
    const { mintedBlockNumber: minted } = (item.metadata ?? {}) as JsonObject;
    if (minted) {
      expect([received?.from, received?.block]).toEqual([ZERO, minted]);
    }
  }
});

it.skipIf(missing)("each NFT whose transfer is known belongs to its last recipient", async () => {
  const transfers = (await readBlocks()).flatMap(transfersIn);
  const known = objects
    .filter((object) => "token_address" in object)
    .flatMap((nft) => {
      const last = transfers.findLast(
        ({ contract, amountOrId }) => contract === nft.token_address && amountOrId === nft.token_id,
      );
      return last ? [{ nft, last }] : [];
    });
  expect(known).not.toEqual([]);
  for (const { nft, last } of known) {
    expect(nft.owner_address).toBe(last.to);
    if (last.from === ZERO) {
      expect(nft.mint_block_number).toBe(last.block);
      expect(nft.mint_block_timestamp).toBe(last.timestamp);
    }
  }
});
