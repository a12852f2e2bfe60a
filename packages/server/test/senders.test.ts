import { expect, test } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import type { RpcBlockWithReceipts, RpcTransaction } from "../src/chain/rpc-types.ts";
import { encodeTransaction, transactionParts } from "../src/verify/encode.ts";
import { hash } from "../src/verify/rlp.ts";
import { recoverSender } from "../src/verify/sender.ts";
import { verifyBlock } from "../src/verify/verify.ts";
import { signedCopies } from "../test-support/signed-copies.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { realBlocks, withData } from "./support/real-blocks.ts";
import { addressOf, authorized, signed } from "./support/signed.ts";

const SOMEBODY = `0x${"27".repeat(20)}` as const;
const LIST = [{ address: SOMEBODY, storageKeys: [`0x${"01".repeat(32)}`, `0x${"02".repeat(32)}`] }];
const FEES = { maxPriorityFeePerGas: 1_000_000_000n, maxFeePerGas: 9_000_000_000n };

/** One transaction of each type, and its special fields. */
const KINDS = {
  legacy: { type: 0, gasPrice: 9_000_000_000n },
  "legacy creation": { type: 0, gasPrice: 9_000_000_000n, to: "0x", input: "0x600160005500" },
  "with an access list": { type: 1, gasPrice: 9_000_000_000n, accessList: LIST },
  "fee market": { type: 2, ...FEES, input: "0xabcdef" },
  "fee market with an access list": { type: 2, ...FEES, accessList: LIST, value: 2n ** 60n },
  blobs: {
    type: 3,
    ...FEES,
    maxFeePerBlobGas: 7n,
    blobVersionedHashes: [`0x01${"22".repeat(31)}`],
  },
  delegation: { type: 4, ...FEES, authorizationList: [authorized(31337n, SOMEBODY, 3n)] },
} as const;

test.each(Object.entries(KINDS))(
  "the sender of a transaction is who signed it: %s",
  (_, fields) => {
    for (const chainId of [1n, 56n, 33_139n, 2n ** 40n]) {
      for (const nonce of [0n, 1n, 127n, 128n, 2n ** 40n]) {
        const { told } = signed({ ...fields, chainId, nonce });
        const parts = transactionParts(told);
        expect(parts && hash(encodeTransaction(parts))).toBe(told.hash);
        expect(parts && recoverSender(told, parts)).toBe(addressOf());
      }
    }
  },
);

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

test("accepts either valid signature and no other", () => {
  const { told } = signed({ ...KINDS["fee market"], chainId: 1n });
  const sender = (changes: object) => {
    const changed = { ...told, ...changes } as RpcTransaction;
    const parts = transactionParts(changed);
    return parts && recoverSender(changed, parts);
  };
  const parity = toQuantity(1n - BigInt(String(told.yParity)));
  // The greater s was allowed in the first blocks.
  expect(sender({ s: toQuantity(ORDER - BigInt(String(told.s))), yParity: parity })).toBe(
    addressOf(),
  );
  expect(sender({ yParity: parity })).not.toBe(addressOf());
  for (const none of [{ r: "0x0" }, { s: "0x0" }, { r: toQuantity(ORDER) }, { yParity: "0x2" }]) {
    expect(sender(none)).toBeUndefined();
  }
});

/** A real block with one transaction of each kind that a node accepts. */
async function blockOfKinds(): Promise<RpcBlockWithReceipts> {
  const { send } = await quietChain({ history: 1 });
  await send("anvil_setBalance", addressOf(), "0x56bc75e2d63100000");
  await send("anvil_setAutomine", false);
  const kinds = Object.values(KINDS).filter(({ type }) => type !== 3);
  for (const [nonce, kind] of kinds.entries()) {
    const { bytes } = signed({ ...kind, chainId: 31_337n, nonce: BigInt(nonce) });
    await send("eth_sendRawTransaction", bytes);
  }
  await send("evm_mine");
  return {
    block: await send("eth_getBlockByNumber", "latest", true),
    receipts: await send("eth_getBlockReceipts", "latest"),
  };
}

test("finds a wrong sender and names the transaction", async () => {
  const source = await blockOfKinds();
  const { transactions } = source.block;
  expect(transactions.map(({ type }) => Number(type))).toEqual([0, 0, 1, 2, 2, 4]);
  for (const senders of ["all", "sample"] as const) {
    expect(() => verifyBlock(source, "ethereum", { senders })).not.toThrow();
  }
  for (const [wrong, { hash: named }] of transactions.entries()) {
    const told = transactions.map((each, at) =>
      at === wrong ? { ...each, from: SOMEBODY } : each,
    );
    const lie = { ...source, block: { ...source.block, transactions: told } };
    const text = `the sender of transaction ${wrong}, ${named}, did not sign it`;
    expect(() => verifyBlock(lie, "ethereum", { senders: "all" })).toThrow(text);
    // There are fewer than a sample has.
    expect(() => verifyBlock(lie, "ethereum")).toThrow(text);
  }
});

withData("a sample finds a node that makes up senders, before long", async () => {
  const [source] = await realBlocks(/^17686120/);
  if (!source) {
    throw new Error("there is no such block");
  }
  const { transactions } = source.block;
  const half = transactions.map((each, at) => (at % 2 ? { ...each, from: SOMEBODY } : each));
  const lie = { ...source, block: { ...source.block, transactions: half } };
  expect(transactions.length).toBeGreaterThan(100);
  // Half of 80 senders are wrong: a sample practically always includes one.
  const follow = () => {
    for (let block = 0; block < 10; block += 1) {
      verifyBlock(lie, "ethereum");
    }
  };
  expect(follow).toThrow(/did not sign it/);
});

withData("copies of real blocks that are signed anew are a chain that verifies", async () => {
  const blocks = await realBlocks(/^(15537394|1768611[01]|19426587)/);
  const copies = [...signedCopies(blocks, 2, 5)];
  expect(copies.map(({ block }) => Number(block.number))).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
  const hashes = new Set<string>();
  for (const [at, copy] of copies.entries()) {
    verifyBlock(copy, "ethereum", { senders: "all" });
    const before = copies[at - 1]?.block.hash ?? `0x${"00".repeat(32)}`;
    expect(copy.block.parentHash).toBe(before);
    for (const { hash } of copy.block.transactions) {
      hashes.add(hash);
    }
  }
  const count = blocks.reduce((sum, { block }) => sum + block.transactions.length, 0);
  expect(hashes.size).toBe(2 * count);
});
