import { describe, expect, test } from "vitest";
import type { ChainName } from "../src/chain/profiles.ts";
import type { RpcBlockWithReceipts, RpcReceipt, RpcTransaction } from "../src/chain/rpc-types.ts";
import {
  encodeTransaction,
  type TransactionParts,
  transactionParts,
} from "../src/verify/encode.ts";
import { hash } from "../src/verify/rlp.ts";
import { verifyBlock } from "../src/verify/verify.ts";
import { avalanche, bsc, madhugiri, polygon } from "./support/chain-blocks.ts";
import { realBlock, withChains } from "./support/real-chains.ts";

const SOMEBODY = `0x${"99".repeat(20)}`;
const ZERO = `0x${"00".repeat(20)}`;
const WORD = `0x${"5c".repeat(32)}`;

/** What a node makes of a block. */
type Lie = (source: RpcBlockWithReceipts) => RpcBlockWithReceipts;

const honest: Lie = (source) => source;
const both =
  (...lies: readonly Lie[]): Lie =>
  (source) =>
    lies.reduce((changed, lie) => lie(changed), source);
const ofBlock =
  (changes: object): Lie =>
  ({ block, receipts }) => ({ block: { ...block, ...changes }, receipts });

/** Changes a transaction; a negative position counts from the end. */
const ofTransaction =
  (at: number, changes: object): Lie =>
  ({ block, receipts }) => {
    const changed = { ...block.transactions.at(at), ...changes } as RpcTransaction;
    return { block: { ...block, transactions: block.transactions.with(at, changed) }, receipts };
  };

/** Changes a receipt, by default the first one with logs. */
const ofReceipt =
  (change: object | ((receipt: RpcReceipt) => object), place?: number): Lie =>
  ({ block, receipts }) => {
    const at = place ?? receipts.findIndex(({ logs }) => logs.length > 0);
    const receipt = receipts[at] as RpcReceipt;
    const changes = typeof change === "function" ? change(receipt) : change;
    return { block, receipts: receipts.with(at, { ...receipt, ...changes }) };
  };

/** Keeps the transactions of a block at some places only. */
const only =
  (isKept: (at: number) => boolean): Lie =>
  ({ block, receipts }) => {
    const kept = <Item>(items: readonly Item[]) => items.filter((_, at) => isKept(at));
    return {
      block: { ...block, transactions: kept(block.transactions) },
      receipts: kept(receipts),
    };
  };

/** Appends what a node could to a block: a transaction that nobody has signed, and its receipt. */
const invented =
  (type: string, from = ZERO): Lie =>
  ({ block, receipts }) => {
    const place = { transactionIndex: `0x${receipts.length.toString(16)}` };
    const transaction = {
      ...{ ...place, type, from, to: ZERO, hash: WORD },
      ...{ nonce: "0x0", gas: "0x0", gasPrice: "0x0", value: "0x0", input: "0x" },
    } as RpcTransaction;
    const receipt = {
      ...{ ...place, transactionHash: WORD, blockHash: block.hash, type },
      ...{ status: "0x1", gasUsed: "0x0", cumulativeGasUsed: block.gasUsed, logs: [] },
      ...{ logsBloom: `0x${"00".repeat(256)}`, contractAddress: null, effectiveGasPrice: "0x0" },
    } as unknown as RpcReceipt;
    return {
      block: { ...block, transactions: [...block.transactions, transaction] },
      receipts: [...receipts, receipt],
    };
  };

/** A lie, and how it is refused; undefined: it is accepted. */
type Verdict = readonly [what: string, lie: Lie, message?: RegExp];
/** Verdicts on a block of a chain. */
type Verdicts = readonly [
  name: string,
  chain: ChainName,
  make: () => RpcBlockWithReceipts | Promise<RpcBlockWithReceipts>,
  verdicts: readonly Verdict[],
];

async function expectVerdicts(_: string, chain: ChainName, make: Verdicts[2], all: Verdicts[3]) {
  for (const [what, lie, message] of all) {
    const source = lie(await make());
    const verify = () => verifyBlock(source, chain, { senders: "all" });
    if (message) {
      expect(verify, what).toThrow(message);
    } else {
      expect(verify, what).not.toThrow();
    }
  }
}

const encodingOf = ({ block }: RpcBlockWithReceipts) => String(block.transactions.at(-1)?.raw);
const ofEncoding =
  (change: (raw: string) => unknown): Lie =>
  (source) =>
    ofTransaction(-1, { raw: change(encodingOf(source)) })(source);
const NOT_OF_SPRINT = /hash of transaction 1/;
const NOT_ITS_OWN = /hash of transaction [01] is not its own/;
const FAILED = ofReceipt({ status: "0x0" });

const BUILT: readonly Verdicts[] = [
  ["a sprint of 16", "polygon", () => polygon(60_000_016n), [["its end", honest]]],
  ["no sprint", "polygon", () => polygon(60_000_001n), [["a state sync", honest, NOT_OF_SPRINT]]],
  ["before Delhi", "polygon", () => polygon(30_000_016n), [["16 blocks", honest, NOT_OF_SPRINT]]],
  ["a sprint of 64", "polygon", () => polygon(30_000_000n), [["its end", honest]]],
  [
    "a state sync since Madhugiri",
    "polygon",
    () => madhugiri(),
    [
      ["the block itself", honest],
      ["no encoding", ofEncoding(() => undefined), /needs its encoding, from eth_getRawTransac/],
      ["an encoding of another type", ofEncoding((raw) => `0x02${raw.slice(4)}`), /needs its enc/],
      ["another encoding", ofEncoding((raw) => `${raw.slice(0, -2)}00`), NOT_ITS_OWN],
      ["another hash", ofTransaction(-1, { hash: WORD }), NOT_ITS_OWN],
      ["a recipient", ofTransaction(-1, { to: SOMEBODY }), /to of transaction 1 does not follow/],
      ["a fee", ofTransaction(-1, { maxFeePerGas: "0x1" }), /maxFeePerGas of transaction 1/],
      ["none", only((at) => at === 0), /transactionsRoot/],
    ],
  ],
  [
    "a state sync whose receipt is covered by its type alone",
    "polygon",
    () => madhugiri("bor", true),
    [
      ["the block itself", honest],
      ["another status", FAILED, /receiptsRoot/],
    ],
  ],
  ["of polygon", "ethereum", () => madhugiri(), [["its type", honest, /1 has type 0x7f/]]],
  [
    "without a miner",
    "ethereum",
    () => polygon(),
    [["a miner", ofBlock({ miner: SOMEBODY }), /hash is not that of the header/]],
  ],
  ["of polygon", "base", () => madhugiri(), [["its type", honest, /1 has type 0x7f/]]],
  [
    "of bsc",
    "ethereum",
    bsc,
    [["what Avalanche settles", both(FAILED, ofBlock({ settledHeight: "0x1" })), /receiptsRoot/]],
  ],
  [
    "an ordinary block",
    "bsc",
    bsc,
    [
      ["another hash", ofTransaction(0, { hash: WORD }), NOT_ITS_OWN],
      ["a transaction less", only((at) => at > 0), /not those of transactionsRoot/],
    ],
  ],
  ["no base fee", "avalanche", () => avalanche(true, false), [["the block itself", honest]]],
  [
    "before Helicon",
    "avalanche",
    () => avalanche(false),
    [["what is settled", ofBlock({ settledHeight: "0x1" }), /hash is not that of the header/]],
  ],
];

test.each(BUILT)("built block, %s, on %s", expectVerdicts);

const OF_POLYGON = "polygon-43200000";
const OTHER_LOG = () => realBlock(OF_POLYGON).receipts[0]?.logs[0];
const CONVERTED = { root: null, status: "0x1" };
/** As nodes report receipts from before Byzantium that have a status in place of the state root. */
const withoutRoots: Lie = ({ block, receipts }) => ({
  block,
  receipts: receipts.map((each) => ({ ...each, ...CONVERTED }) as RpcReceipt),
});
const everyTransaction =
  (change: (transaction: RpcTransaction) => object): Lie =>
  ({ block, receipts }) => ({
    block: {
      ...block,
      transactions: block.transactions.map((each) => ({ ...each, ...change(each) })),
    },
    receipts,
  });

const REAL: readonly Verdicts[] = [
  [
    "before Madhugiri",
    "polygon",
    () => realBlock(OF_POLYGON),
    [
      ["the block itself", honest],
      ["a state sync of the later type", invented("0x7f"), /has type 0x7f/],
      ["a type that nobody knows", invented("0x50", SOMEBODY), /has type 0x50/],
      ["such a type of a transaction", ofTransaction(3, { type: "0x50", from: SOMEBODY }), /0x50/],
      ["another status", FAILED, /not those of/],
      ["other gas", ofReceipt({ gasUsed: "0x1", cumulativeGasUsed: "0x1" }), /not those of/],
      ["no logs", ofReceipt({ logs: [] }), /not those of/],
      ["both", both(ofReceipt({ logs: [] }), invented("0x7f")), /has type 0x7f/],
      [
        "another log",
        ofReceipt(({ logs: [log] }) => ({ logs: [{ ...log, address: SOMEBODY }] })),
        /not those of/,
      ],
      ["fewer transactions", only((at) => at < 2), /not those of/],
      [
        "a transaction of another block",
        (source) => {
          const [other] = realBlock("polygon-50000000").block.transactions;
          return ofTransaction(1, { ...other, blockHash: source.block.hash })(source);
        },
        /not those of transactionsRoot/,
      ],
    ],
  ],
  ...["polygon-10000000", "polygon-20000000"].map(
    (name): Verdicts => [
      name,
      "polygon",
      () => realBlock(name),
      [
        ["its state sync", honest],
        ["another hash", ofTransaction(-1, { hash: WORD }), /hash of transaction/],
        ["a value", ofTransaction(-1, { value: "0x1" }), /value of the state sync/],
      ],
    ],
  ),
  [
    "of Nitro",
    "arbitrum",
    () => realBlock("arbitrum-150000000"),
    ["0x64", "0x65", "0x66", "0x68", "0x69", "0x50"].map(
      (type): Verdict => [type, ofTransaction(2, { type }), /transaction 2/],
    ),
  ],
  [
    "before Nitro",
    "arbitrum",
    () => realBlock("arbitrum-19000174"),
    [
      ["the block itself", honest],
      ["as nodes of today report it", everyTransaction(() => ({ type: "0x78" }))],
      ["a value", ofTransaction(1, { value: "0x1" }), /transaction/],
      ["a recipient", ofTransaction(1, { to: SOMEBODY }), /transaction/],
      ["an input", ofTransaction(1, { input: "0x" }), /transaction/],
      ["a hash", ofTransaction(1, { hash: SOMEBODY }), /transaction/],
      ["a sender", ofTransaction(1, { from: SOMEBODY }), /did not sign it/],
      ["no signature", ofTransaction(1, { r: "0x0", s: "0x0", v: "0x0" }), /Root/],
      ["one transaction", only((at) => at === 0), /transactionsRoot/],
      ["another log", ofReceipt(() => ({ logs: [OTHER_LOG()] }), 0), /receiptsRoot/],
      ["other gas", ofReceipt({ cumulativeGasUsed: "0x1" }, 0), /receiptsRoot/],
      ["a created contract", ofReceipt({ contractAddress: SOMEBODY }, 0), /contract address/],
    ],
  ],
  [
    "before Byzantium",
    "ethereum",
    () => realBlock("ethereum-4000000"),
    [
      ["the block itself", honest],
      ["a status in place of state roots", withoutRoots],
      ["no logs", both(withoutRoots, ofReceipt({ logs: [] })), /receiptsRoot/],
      ["other gas", both(withoutRoots, ofReceipt({ gasUsed: "0x1" })), /does not add up/],
      [
        "fewer transactions",
        both(
          withoutRoots,
          only((at) => at > 0),
        ),
        /Root/,
      ],
      ["one state root less", ofReceipt(CONVERTED, 0), /receiptsRoot/],
      ["a yParity beside v", everyTransaction((each) => ({ yParity: parityOf(each) }))],
    ],
  ],
  [
    "before Byzantium, on another chain",
    "bsc",
    () => realBlock("ethereum-4000000"),
    [["a status in place of state roots", withoutRoots, /receiptsRoot/]],
  ],
  [
    "since Byzantium",
    "ethereum",
    () => realBlock("ethereum-4370006"),
    [
      [
        "another status",
        ofReceipt(({ status }) => ({ status: status === "0x1" ? "0x0" : "0x1" })),
        /receiptsRoot/,
      ],
    ],
  ],
];

function parityOf(transaction: object): string {
  return `0x${(BigInt((transaction as { readonly v: string }).v) + 1n) % 2n}`;
}

describe("real blocks", () => {
  withChains.each(REAL)("%s, on %s", expectVerdicts);
});

/** Transactions of Arbitrum's test network and main chain, and their published hashes. */
const NITRO_VECTORS: Readonly<Record<string, object>> = {
  "0x733c1300c06ac4ced959e68f16f565ee8918a4e75c9f9e3913bc7a7e939c60db": {
    type: "0x64",
    requestId: `0x${"f".padStart(64, "0")}`,
    from: "0x99998aa374dbde60d26433e275ad700b65873174",
    to: "0x88888aa374dbde60d26433e275ad700b65872063",
    value: "0xde0b6b3a7640000",
  },
  "0x8b7e4e0a2a31d2889200dc6c91c12833208d2f7847eabf0c21e9b15f86a8a8aa": {
    type: "0x65",
    from: "0x62182981bf35cdf00dbecdb9bbc00be33138a4dc",
    nonce: "0x1",
    gasPrice: "0xa0eebb00",
    gas: "0x1bdd4",
    to: "0x0000000000000000000000000000000000000064",
    value: "0x1",
    input: "0x25e1606300000000000000000000000051072981bf35cdf00dbecdb9bbc00be3313893cb",
  },
  "0x873c5ee3092c40336006808e249293bf5f4cb3235077a74cac9cafa7cf73cb8b": {
    type: "0x68",
    nonce: "0x0",
    from: "0xb8787d8f23e176a5d32135d746b69886e03313be",
    maxFeePerGas: "0x5f5e100",
    gasPrice: "0x5f5e100",
    gas: "0x186a0",
    to: "0x3fab184622dc19b6109349b94811493bf2a45362",
    value: "0x2386f26fc10000",
    input: "0x",
    ticketId: "0x13cb79b086a427f3db7ebe6ec2bb90a806a3b0368ecee6020144f352e37dbdf6",
    refundTo: "0x11155ca9bbf7be58e27f3309e629c847996b43c8",
    maxRefund: "0xb0e85efeab8",
    submissionFeeRefund: "0x1f6377d4ab8",
  },
  "0x13cb79b086a427f3db7ebe6ec2bb90a806a3b0368ecee6020144f352e37dbdf6": {
    type: "0x69",
    requestId: `0x${"1".padStart(64, "0")}`,
    from: "0xb8787d8f23e176a5d32135d746b69886e03313be",
    l1BaseFee: "0x5bd57bd9",
    depositValue: "0x23e3dbb7b88ab8",
    maxFeePerGas: "0x3b9aca00",
    gas: "0x186a0",
    retryTo: "0x3fab184622dc19b6109349b94811493bf2a45362",
    retryValue: "0x2386f26fc10000",
    beneficiary: "0x11155ca9bbf7be58e27f3309e629c847996b43c8",
    maxSubmissionFee: "0x1f6377d4ab8",
    refundTo: "0x11155ca9bbf7be58e27f3309e629c847996b43c8",
    retryData: "0x",
  },
  "0x1ac8d67d5c4be184b3822f9ef97102789394f4bc75a0f528d5e14debef6e184c": {
    type: "0x6a",
    input: `0x6bf6a42d${["5bd57bd9", "3f28db", "1", "64e4f6d4"].map((each) => each.padStart(64, "0")).join("")}`,
  },
};

test.each(Object.entries(NITRO_VECTORS))(
  "the hash of a transaction of Nitro: %s",
  (known, fields) => {
    const parts = transactionParts({ chainId: "0x66eee", ...fields } as object as RpcTransaction);
    expect(hash(encodeTransaction(parts as TransactionParts))).toBe(known);
  },
);
