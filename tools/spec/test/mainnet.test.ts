import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type {
  RpcBlockWithReceipts,
  RpcReceipt,
  RpcTransaction,
} from "../../../packages/server/src/chain/rpc-types.ts";
import {
  expectedBlock,
  expectedTransaction,
} from "../../../packages/server/test/support/expected.ts";
import { repositoryRoot } from "../src/index.ts";
import { itemsOf, type JsonObject, objectsIn, pagesOf, readContract } from "./contract.ts";

const folder = join(repositoryRoot, "..", "shared", "data", "mainnet");
const missing = !existsSync(folder);
if (missing) {
  console.log(`Not run: comparing the examples with mainnet blocks, because ${folder} is missing.`);
}

const ZERO = "0x0000000000000000000000000000000000000000";
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const operations = await readContract();
const objects = operations.flatMap(pagesOf).flatMap(({ value }) => objectsIn(value));

async function readBlock(number: unknown): Promise<RpcBlockWithReceipts> {
  return JSON.parse(gunzipSync(await readFile(join(folder, `${number}.json.gz`))).toString());
}

/** All ERC-20 and ERC-721 transfers, in the order of their blocks and logs. */
async function readTransfers() {
  const index = JSON.parse(await readFile(join(folder, "index.json"), "utf8"));
  const blocks = await Promise.all(Object.keys(index).map(readBlock));
  return blocks.flatMap(({ block, receipts }) =>
    receipts
      .flatMap(({ logs }) => logs)
      .filter(({ topics }) => topics[0] === TRANSFER && topics.length >= 3)
      .map(({ address: contract, topics: [, from = "", to = "", id], data }) => ({
        contract,
        from: `0x${from.slice(-40)}`,
        to: `0x${to.slice(-40)}`,
        amountOrId: String(BigInt(id ?? (data === "0x" ? "0x0" : data))),
        block: expectedBlock(block),
      })),
  );
}

describe.skipIf(missing)("an example equals mainnet", () => {
  it("each transaction, field by field", async () => {
    const transactions = objects.filter((object) => "transaction_hash" in object);
    expect(transactions).not.toEqual([]);
    for (const { decoded: _, ...example } of transactions) {
      const { block, receipts } = await readBlock(example.block_number);
      const at = Number(example.transaction_index);
      const expected = expectedTransaction(
        block,
        block.transactions[at] as RpcTransaction,
        receipts[at] as RpcReceipt,
      );
      // The address-centred API has fewer fields, and the amount in wei.
      const value = "value_raw" in example ? expected.value : expected.value_raw;
      const all: JsonObject = { ...expected, value };
      const fields = Object.keys(example).map((key) => [key, all[key]]);
      expect(example).toEqual(Object.fromEntries(fields));
    }
  });

  it("each block, field by field", async () => {
    const blocks = objects.filter((object) => "parent_hash" in object);
    expect(blocks).not.toEqual([]);
    for (const example of blocks) {
      expect(example).toEqual(expectedBlock((await readBlock(example.number)).block));
    }
  });

  it("each token balance, which the wallet has received", async () => {
    const transfers = await readTransfers();
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
        expect([received?.from, received?.block.number]).toEqual([ZERO, minted]);
      }
    }
  });

  it("each NFT whose transfer is known, of which its last recipient is the owner", async () => {
    const transfers = await readTransfers();
    const known = objects
      .filter((object) => "token_address" in object)
      .flatMap((nft) => {
        const last = transfers.findLast(
          ({ contract, amountOrId }) =>
            contract === nft.token_address && amountOrId === nft.token_id,
        );
        return last ? [{ nft, last }] : [];
      });
    expect(known).not.toEqual([]);
    for (const { nft, last } of known) {
      expect(nft.owner_address).toBe(last.to);
      if (last.from === ZERO) {
        expect(nft.mint_block_number).toBe(last.block.number);
        expect(nft.mint_block_timestamp).toBe(last.block.timestamp);
      }
    }
  });
});
