import { createMPT } from "@ethereumjs/mpt";
import { type Input, RLP } from "@ethereumjs/rlp";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RpcBlockWithReceipts } from "../src/chain/rpc-types.ts";
import { orderedTrieRoot } from "../src/verify/ordered-trie.ts";
import { encode, type Item } from "../src/verify/rlp.ts";
import { verifyBlock } from "../src/verify/verify.ts";
import { quietChain } from "./support/quiet-chain.ts";

test.each([0, 1, 2, 16, 17, 127, 128, 129, 300])(
  "the root of %i values equals that of a trie",
  async (count) => {
    const values = Array.from({ length: count }, (_, at) =>
      Uint8Array.from({ length: 1 + ((at * 37) % 200) }, (__, byte) => (at + byte) % 251),
    );
    const trie = await createMPT();
    for (const [at, value] of values.entries()) {
      await trie.put(RLP.encode(at), value);
    }
    expect(Buffer.from(orderedTrieRoot(values)).equals(trie.root())).toBe(true);
  },
);

const digits = fc.uint8Array({ maxLength: 70 }).map((bytes) => Buffer.from(bytes).toString("hex"));
const { item } = fc.letrec<{ item: Item }>((tie) => ({
  item: fc.oneof({ maxDepth: 3 }, digits, fc.array(tie("item"), { maxLength: 6 })),
}));

/** Converts the digits of an item to the bytes that the library takes. */
function bytesOf(some: Item): Input {
  return typeof some === "string"
    ? Buffer.from(some, "hex")
    : [...some].map((each) => bytesOf(each as Item));
}

test("encodes like another implementation of RLP", () => {
  const large = ["7f", "80", "00", "11".repeat(55), "11".repeat(56), "22".repeat(70_000)];
  fc.assert(
    fc.property(item, (some) => {
      expect(Buffer.from(encode(some))).toEqual(Buffer.from(RLP.encode(bytesOf(some))));
    }),
    { examples: [[large], ...large.map((each): [Item] => [each])], numRuns: 300 },
  );
});

test.each(["0", "abc", "zz", "0g"])("encodes invalid digits as nothing: %s", (some) => {
  expect(
    [encode(some), encode([some, "00"]), encode(["00", some])].map(({ length }) => length),
  ).toEqual([0, 0, 0]);
});

type Change = (source: RpcBlockWithReceipts) => RpcBlockWithReceipts;

function inFirst<Item extends object>(items: readonly Item[], change: object): Item[] {
  return items.map((item, at) => (at === 0 ? { ...item, ...change } : item));
}

const blockChange =
  (change: object): Change =>
  ({ block, receipts }) => ({
    block: { ...block, ...change },
    receipts,
  });
const transactionChange =
  (change: object): Change =>
  ({ block, receipts }) => ({
    block: { ...block, transactions: inFirst(block.transactions, change) },
    receipts,
  });
const receiptChange =
  (change: object): Change =>
  ({ block, receipts }) => ({
    block,
    receipts: inFirst(receipts, change),
  });

const CHANGES: Readonly<Record<string, Change>> = {
  "header: parent": blockChange({ parentHash: `0x${"01".repeat(32)}` }),
  "header: miner": blockChange({ miner: `0x${"01".repeat(20)}` }),
  "header: gas": blockChange({ gasUsed: "0x1" }),
  "header: time": blockChange({ timestamp: "0x1" }),
  "header: base fee": blockChange({ baseFeePerGas: "0x1" }),
  "transaction: value": transactionChange({ value: "0x1234" }),
  "transaction: to": transactionChange({ to: `0x${"01".repeat(20)}` }),
  "transaction: input": transactionChange({ input: "0x01" }),
  "transaction: nonce": transactionChange({ nonce: "0x77" }),
  "transaction: sender": transactionChange({ from: `0x${"01".repeat(20)}` }),
  "transaction: a type that nobody knows": transactionChange({ type: "0x55", value: "0x1234" }),
  "transaction: hash": transactionChange({ hash: `0x${"01".repeat(32)}` }),
  "receipt: status": receiptChange({ status: "0x0" }),
  "receipt: gas": receiptChange({ gasUsed: "0x1" }),
  "receipt: logs": receiptChange({ logs: [] }),
  "receipt: order of logs": ({ block, receipts }) => ({
    block,
    receipts: receipts.map((each) => ({
      ...each,
      logs: each.logs.map((log) => ({ ...log, logIndex: "0x7" })),
    })),
  }),
  "receipt: created contract": receiptChange({ contractAddress: `0x${"01".repeat(20)}` }),
  "receipt: price": receiptChange({ effectiveGasPrice: "0x1" }),
  "a transaction left out": ({ block }) => ({
    block: { ...block, transactions: [] },
    receipts: [],
  }),
};

test("refuses a block with any field changed", async () => {
  const { send, contracts, accounts } = await quietChain({ history: 1 });
  await contracts.coin.send(accounts[0] as `0x${string}`, "mint(address,uint256)", [
    accounts[1] as `0x${string}`,
    5n,
  ]);
  const source: RpcBlockWithReceipts = {
    block: await send("eth_getBlockByNumber", "latest", true),
    receipts: await send("eth_getBlockReceipts", "latest"),
  };
  expect(() => verifyBlock(source, "ethereum")).not.toThrow();
  const withoutPrice = receiptChange({ effectiveGasPrice: undefined })(source);
  expect(() => verifyBlock(withoutPrice, "ethereum")).not.toThrow();
  for (const [what, change] of Object.entries(CHANGES)) {
    expect(() => verifyBlock(change(source), "ethereum"), what).toThrow(/^block \d+: /);
  }
});
