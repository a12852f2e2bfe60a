import { describe, expect, test } from "vitest";
import type { Wallet } from "../src/discovery/chain.ts";
import { createReader } from "../src/discovery/reader.ts";
import { selectValues } from "../src/discovery/select.ts";
import { transactions } from "./reference/data.ts";
import { onReference } from "./reference/fixture.ts";

const wallet = (address: string, of: Partial<Wallet>): Wallet => ({
  address,
  sent: 0,
  received: 0,
  tokens: [],
  nfts: [],
  ...of,
});
const nft = (tokenId: string, fields: object = {}) => ({ address: "0xc0", tokenId, ...fields });

describe("values are selected from what a chain has", () => {
  const values = selectValues({
    name: "base",
    transactions: [
      { transaction_hash: "0x1", block_number: 12, value: "5", to_address: "0xb" },
      { transaction_hash: "0x2", block_number: 11, value: "0", to_address: "0xb" },
      { transaction_hash: "0x3", block_number: 11, value: "7", to_address: null },
      { transaction_hash: "0x4", block_number: 9, value: "7", to_address: "0xb" },
    ],
    wallets: [
      wallet("0xa", { sent: 1, tokens: [{}] }),
      wallet("0xB", { sent: 3, received: 1, tokens: [{}, {}], nfts: [nft("1")] }),
      wallet("0xc", { received: 1, nfts: [nft("1"), nft("2", { tokenUri: "ipfs://x" })] }),
      wallet("0xd", { sent: 1 }),
    ],
  });
  const of = (id: string, name: string) => values[id]?.map((call) => call[name]);

  test("the fullest, the newest and the oldest block", () => {
    expect(of("getBlock", "block_number")).toEqual(["11", "12", "9"]);
    expect(of("getBlockTransactions", "blockNumber")).toEqual([11, 12, 9]);
  });

  test("transactions of each kind, each once", () => {
    const hashes = of("getTransaction", "transaction_hash") ?? [];
    expect(hashes.toSorted()).toEqual(["0x1", "0x2", "0x3", "0x4"]);
  });

  test("wallets with the most tokens and NFTs, none without", () => {
    expect(of("getErc20Balances", "walletAddress")).toEqual(["0xB", "0xa"]);
    expect(of("getErc721Balances", "walletAddress")).toEqual(["0xc", "0xB"]);
  });

  test("the busiest wallet and one that only received", () => {
    expect(of("getAddressTransactions", "walletAddress")).toEqual(["0xB", "0xc"]);
  });

  test("NFTs, those with the most fields first, each once", () => {
    expect(of("getNft", "token_id")).toEqual(["2", "1"]);
  });

  test("each call names the chain", () => {
    const chains = Object.values(values).flatMap((calls) =>
      calls.map(({ chainName, chain_name }) => chainName ?? chain_name),
    );
    expect(new Set(chains)).toEqual(new Set(["base"]));
  });
});

test("a transaction that calls a function with arguments is selected", () => {
  const inputs = ["0x", "0x", "0xa9059cbb", "0xa9059cbb01", "0x"];
  const transactions = inputs.map((input, index) => ({
    ...{ transaction_hash: `0x${index}`, block_number: 9, transaction_type: 2, value: "5" },
    ...{ from_address: "0xa", to_address: "0xb", input },
  }));
  const calls = selectValues({ name: "base", transactions, wallets: [] }).getTransaction ?? [];
  const hashes = calls.map(({ transaction_hash }) => String(transaction_hash));
  expect(hashes.toSorted()).toEqual(["0x0", "0x3", "0x4"]);
});

test("a reader follows the cursors of a listing up to its last page", async () => {
  const id = "getLatestTransactions";
  const hashes = await onReference(id, async ({ context }) => {
    const reader = createReader(context, () => false);
    const records = await reader.records(id, { chainName: "ethereum" }, 5);
    return records.map(({ transaction_hash }) => transaction_hash);
  });
  expect(hashes).toEqual(transactions.map(({ transaction_hash }) => transaction_hash));
});
