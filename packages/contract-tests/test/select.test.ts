import type { JsonObject } from "@chainkit/openapi";
import { expect, test } from "vitest";
import { createReader, type Reader, readChain } from "../src/chain/discover.ts";
import { selectValues, type Wallet } from "../src/chain/select.ts";
import { transactions as stored } from "./reference/data.ts";
import { onReference } from "./reference/fixture.ts";

const transaction = (serial: number, more: object = {}): JsonObject => ({
  transaction_hash: `0x${serial}`,
  ...{ block_number: 9, transaction_type: 2, value: "5", input: "0x" },
  ...{ from_address: "0xa", to_address: "0xb", ...more },
});
const wallet = (address: string, of: Partial<Wallet>): Wallet => ({
  ...{ address, sent: 0, received: 0, tokens: [], nfts: [] },
  ...of,
});
const hashes = (transactions: readonly JsonObject[]) =>
  selectValues({ name: "base", transactions, wallets: [] }).getTransaction?.map(
    (each) => each.transaction_hash,
  );

/** How the middle one of five transactions differs from the others, and how all of them do from the usual one. */
test.each<[what: string, middle: object, others: object, isSelected: boolean]>([
  ["every digit of a large value", { value: "1234567890123451" }, {}, true],
  ["a creation", { to_address: null }, {}, true],
  ["a creation without the field", { to_address: undefined }, {}, true],
  ["no value", { value: "0" }, {}, true],
  ["several digits", { value: "50" }, {}, true],
  ["input", { input: "0xa9059cbb00" }, {}, true],
  ["from a wallet to itself", { to_address: "0xa" }, {}, true],
  ["another type", { transaction_type: 0 }, {}, true],
  ["a value as large as others, in whole thousands", {}, { value: "5000" }, false],
  ["a selector without arguments", {}, { input: "0xa9059cbb" }, false],
  ["a large value in whole tens", { value: "1234567890123450" }, { value: "50" }, false],
  ["a value of fewer digits", { value: "123456789012341" }, { value: "50" }, false],
])(
  "a transaction is selected for %s, after the ends: %j, %j, %s",
  (_, middle, others, isSelected) => {
    const all = [0, 1, 2, 3, 4].map((serial) =>
      transaction(serial, serial === 2 ? { ...others, ...middle } : others),
    );
    expect(hashes(all)).toEqual(isSelected ? ["0x0", "0x4", "0x2"] : ["0x0", "0x4"]);
  },
);

test("a dozen transactions at most", () => {
  const all = Array.from({ length: 20 }, (_, serial) =>
    transaction(serial, { transaction_type: serial }),
  );
  expect(hashes(all)).toHaveLength(12);
});

test("blocks: the two fullest, the newest, the oldest and that of a creation", () => {
  const counts = { 20: 1, 19: 3, 18: 1, 17: 5, 16: 1 };
  const all = Object.entries(counts).flatMap(([block, count]) =>
    Array.from({ length: count }, (_, index) =>
      transaction(index, {
        block_number: Number(block),
        to_address: block === "18" ? null : "0xb",
      }),
    ),
  );
  const unknown = transaction(99, { block_number: "latest" });
  const { getBlock } = selectValues({ name: "base", transactions: [...all, unknown], wallets: [] });
  expect(getBlock?.map((each) => each.block_number)).toEqual(["17", "20", "16", "19", "18"]);
});

test("at most three wallets with tokens and with NFTs, and four NFTs, those with the most fields first", () => {
  const nft = (tokenId: string, known: number) => ({
    ...{ address: "0xc0", tokenId, tokenUri: known > 1 ? "x" : null },
    metadata: { name: known > 0 ? "x" : null, symbol: null },
  });
  const nfts = [nft("1", 0), nft("2", 1), nft("3", 2), nft("4", 1), nft("5", 1)];
  const wallets = [1, 2, 3, 4].map((count) =>
    wallet(`0x${count}`, { tokens: Array(count).fill({}), nfts: nfts.slice(0, count + 1) }),
  );
  const values = selectValues({ name: "base", transactions: [], wallets });
  const of = (id: string, name: string) => values[id]?.map((call) => call[name]);
  expect(of("getErc20Balances", "walletAddress")).toEqual(["0x4", "0x3", "0x2"]);
  expect(of("getErc721Balances", "walletAddress")).toEqual(["0x4", "0x3", "0x2"]);
  expect(of("getNft", "token_id")).toEqual(["3", "2", "4", "5"]);
});

test("wallets: the busiest, one that sent and received, one that only received", () => {
  const wallets = [
    wallet("0x5", { received: 2 }),
    wallet("0x1", { sent: 1 }),
    wallet("0x2", { sent: 9 }),
    wallet("0x3", { sent: 1, received: 1 }),
    wallet("0x4", { sent: 2, received: 2 }),
    wallet("0x6", { received: 1 }),
  ];
  const { getAddressTransactions } = selectValues({ name: "base", transactions: [], wallets });
  expect(getAddressTransactions?.map((each) => each.walletAddress)).toEqual(["0x2", "0x3", "0x5"]);
});

/** Notes what is read of a chain with these transactions. */
async function read(transactions: readonly JsonObject[], isClose: boolean) {
  const calls: unknown[] = [];
  const reader: Reader = async (id, params, maxPages) => {
    calls.push([id, params, maxPages]);
    return id === "getLatestTransactions" ? [...transactions] : [{ id }];
  };
  return { chain: await readChain(reader, "base", isClose), calls };
}

test("a chain is read closely, with the balances of its wallets, or at one page", async () => {
  const one = transaction(1, { from_address: "0xA", to_address: "0xb" });
  const other = transaction(2, { from_address: "0xb", to_address: "0xa" });
  const third = transaction(3, { from_address: "0xb", to_address: null });
  const latest = { chainName: "base", limit: 100 };
  const far = await read([one], false);
  expect(far.calls).toEqual([["getLatestTransactions", latest, 1]]);
  expect(far.chain).toEqual({ name: "base", transactions: [one], wallets: [] });
  const close = await read([one, other, third], true);
  expect(close.calls[0]).toEqual(["getLatestTransactions", latest, 4]);
  const balances = { tokens: [{ id: "getErc20Balances" }], nfts: [{ id: "getErc721Balances" }] };
  expect(close.chain?.wallets).toEqual([
    { address: "0xb", sent: 2, received: 1, ...balances },
    { address: "0xA", sent: 1, received: 1, ...balances },
  ]);
  expect(await read([], true)).toMatchObject({ chain: undefined });
});

test("of many wallets, the busiest dozen that sent, and two that only received", async () => {
  const all = Array.from({ length: 20 }, (_, index) =>
    Array.from({ length: index + 1 }, (_, more) =>
      transaction(more, { from_address: `0xa${index}`, to_address: `0xb${index}` }),
    ),
  ).flat();
  const { chain } = await read(all, true);
  const senders = Array.from({ length: 12 }, (_, index) => `0xa${19 - index}`);
  expect(chain?.wallets.map(({ address }) => address)).toEqual([...senders, "0xb19", "0xb18"]);
});

test("a reader follows the cursors of a listing up to its last page", async () => {
  const id = "getLatestTransactions";
  const found = await onReference(id, async ({ context }) => {
    const read = createReader(context, () => false);
    const records = await read(id, { chainName: "ethereum" }, 5);
    return records.map(({ transaction_hash }) => transaction_hash);
  });
  expect(found).toEqual(stored.map(({ transaction_hash }) => transaction_hash));
});
