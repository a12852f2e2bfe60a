import { describe, expect, test } from "vitest";
import type { RpcBlockWithReceipts, RpcReceipt, RpcTransaction } from "../src/chain/rpc-types.ts";
import {
  encodeTransaction,
  type TransactionParts,
  transactionParts,
} from "../src/verify/encode.ts";
import { hash } from "../src/verify/rlp.ts";
import { verifyBlock } from "../src/verify/verify.ts";
import { realBlock, withChains } from "./support/real-chains.ts";

const SOMEBODY = `0x${"99".repeat(20)}` as const;
const ZERO = `0x${"00".repeat(20)}` as const;
const NO_BLOOM = `0x${"00".repeat(256)}`;

/** What a node could append to a block: a transaction that nobody has signed, and its receipt. */
function invented(
  { block, receipts }: RpcBlockWithReceipts,
  type: "0x7f" | "0x50",
  from: typeof SOMEBODY | typeof ZERO,
): RpcBlockWithReceipts {
  const place = { transactionIndex: `0x${receipts.length.toString(16)}` as const };
  const transaction = {
    ...{ ...place, type, from, to: ZERO, hash: `0x${"5c".repeat(32)}` as const },
    ...{ nonce: "0x0", gas: "0x0", gasPrice: "0x0", value: "0x0", input: "0x" },
  } as RpcTransaction;
  const receipt = {
    ...{ ...place, transactionHash: transaction.hash, blockHash: block.hash, type },
    ...{ status: "0x1", gasUsed: "0x0", cumulativeGasUsed: block.gasUsed, logs: [] },
    ...{ logsBloom: NO_BLOOM, contractAddress: null, effectiveGasPrice: "0x0" },
  } as unknown as RpcReceipt;
  return {
    block: { ...block, transactions: [...block.transactions, transaction] },
    receipts: [...receipts, receipt],
  };
}

/** Keeps the transactions of a block at some places only. */
function only(
  { block, receipts }: RpcBlockWithReceipts,
  isKept: (at: number) => boolean,
): RpcBlockWithReceipts {
  const kept = <Item>(items: readonly Item[]) => items.filter((_, at) => isKept(at));
  return { block: { ...block, transactions: kept(block.transactions) }, receipts: kept(receipts) };
}

function withReceipt(
  source: RpcBlockWithReceipts,
  change: (receipt: RpcReceipt) => object,
): RpcBlockWithReceipts {
  const at = source.receipts.findIndex(({ logs }) => logs.length > 0);
  const receipts = source.receipts.map((each, index) =>
    index === at ? { ...each, ...change(each) } : each,
  );
  return { ...source, receipts };
}

function withTransaction(
  { block, receipts }: RpcBlockWithReceipts,
  at: number,
  transaction: object,
): RpcBlockWithReceipts {
  const transactions = block.transactions.map((each, index) =>
    index === at ? { ...each, ...transaction } : each,
  );
  return { block: { ...block, transactions }, receipts };
}

const isRefused = (
  lie: RpcBlockWithReceipts,
  chain: Parameters<typeof verifyBlock>[1],
  message: RegExp,
) => expect(() => verifyBlock(lie, chain, { senders: "all" })).toThrow(message);

describe("polygon, in a real block before Madhugiri", () => {
  const load = () => realBlock("polygon-43200000");

  withChains("the block itself is accepted", () => {
    verifyBlock(load(), "polygon", { senders: "all" });
  });

  withChains("an appended state sync of the later type is refused", () => {
    isRefused(invented(load(), "0x7f", ZERO), "polygon", /has type 0x7f/);
  });

  withChains("and nothing else can be forged beside it", () => {
    const source = load();
    const lies = [
      withReceipt(source, () => ({ status: "0x0" })),
      withReceipt(source, () => ({ gasUsed: "0x1", cumulativeGasUsed: "0x1" })),
      withReceipt(source, () => ({ logs: [] })),
      withReceipt(source, ({ logs: [log] }) => ({ logs: [{ ...log, address: SOMEBODY }] })),
      only(source, (at) => at < 2),
    ];
    for (const lie of lies) {
      isRefused(lie, "polygon", /not those of/);
      isRefused(invented(lie, "0x7f", ZERO), "polygon", /has type 0x7f/);
    }
  });

  withChains("a transaction of another block is refused", () => {
    const source = load();
    const { block } = realBlock("polygon-50000000");
    const [other] = block.transactions;
    const lie = withTransaction(source, 1, { ...other, blockHash: source.block.hash });
    isRefused(lie, "polygon", /not those of transactionsRoot/);
    isRefused(invented(lie, "0x7f", ZERO), "polygon", /has type 0x7f/);
  });

  withChains("a type that nobody knows is refused, whoever its sender is", () => {
    const source = load();
    isRefused(invented(source, "0x50", SOMEBODY), "polygon", /has type 0x50/);
    isRefused(withTransaction(source, 3, { type: "0x50", from: SOMEBODY }), "polygon", /0x50/);
  });
});

describe("polygon, real state syncs before Madhugiri", () => {
  withChains.each(["polygon-10000000", "polygon-20000000"])("%s is accepted", (name) => {
    const source = realBlock(name);
    verifyBlock(source, "polygon", { senders: "all" });
    const last = source.block.transactions.length - 1;
    const another = withTransaction(source, last, { hash: source.block.stateRoot });
    isRefused(another, "polygon", /hash of transaction/);
    isRefused(
      withTransaction(source, last, { value: "0x1" }),
      "polygon",
      /value of the state sync/,
    );
  });
});

describe("arbitrum, in a real block of Nitro", () => {
  withChains("a retryable, a deposit or an unknown type cannot be appended", () => {
    const source = realBlock("arbitrum-150000000");
    const { block } = realBlock("polygon-43200000");
    for (const type of ["0x64", "0x65", "0x66", "0x68", "0x69", "0x50"]) {
      const lie = withTransaction(source, 2, { type });
      isRefused(lie, "arbitrum", /transaction 2/);
      // An ordinary transaction of another chain beside it.
      isRefused(
        withTransaction(lie, 1, block.transactions[1] as object),
        "arbitrum",
        /transaction/,
      );
    }
  });
});

describe("arbitrum, in a real block before Nitro", () => {
  const load = () => realBlock("arbitrum-19000174");

  withChains("the block is accepted, as the nodes of both times report it", () => {
    const source = load();
    verifyBlock(source, "arbitrum", { senders: "all" });
    const { block, receipts } = source;
    const typed = block.transactions.map((each) => ({ ...each, type: "0x78" as const }));
    verifyBlock({ block: { ...block, transactions: typed }, receipts }, "arbitrum");
  });

  withChains("what the format covers cannot be forged", () => {
    const source = load();
    const [log] = realBlock("polygon-43200000").receipts[0]?.logs ?? [];
    for (const changes of [
      { value: "0x1" },
      { to: SOMEBODY },
      { input: "0x" },
      { hash: SOMEBODY },
    ]) {
      isRefused(withTransaction(source, 1, changes), "arbitrum", /transaction/);
    }
    isRefused(withTransaction(source, 1, { from: SOMEBODY }), "arbitrum", /did not sign it/);
    isRefused(withTransaction(source, 1, { r: "0x0", s: "0x0", v: "0x0" }), "arbitrum", /Root/);
    isRefused(
      only(source, (at) => at === 0),
      "arbitrum",
      /transactionsRoot/,
    );
    const [first, ...others] = source.receipts;
    for (const changes of [{ logs: [log] }, { cumulativeGasUsed: "0x1" }]) {
      const receipts = [{ ...first, ...changes } as RpcReceipt, ...others];
      isRefused({ ...source, receipts }, "arbitrum", /receiptsRoot/);
    }
    const receipts = [{ ...first, contractAddress: SOMEBODY } as RpcReceipt, ...others];
    isRefused({ ...source, receipts }, "arbitrum", /contract address/);
  });
});

describe("ethereum, in a real block before Byzantium", () => {
  const withoutRoots = (source: RpcBlockWithReceipts) => ({
    ...source,
    receipts: source.receipts.map((each) => ({ ...each, root: null, status: "0x1" as const })),
  });

  withChains("receipts may have a status in place of the state root", () => {
    const source = realBlock("ethereum-4000000");
    verifyBlock(source, "ethereum", { senders: "all" });
    const told = withoutRoots(source);
    verifyBlock(told, "ethereum", { senders: "all" });
    isRefused(
      withReceipt(told, () => ({ logs: [] })),
      "ethereum",
      /receiptsRoot/,
    );
    isRefused(
      withReceipt(told, () => ({ gasUsed: "0x1" })),
      "ethereum",
      /does not add up/,
    );
    isRefused(
      only(told, (at) => at > 0),
      "ethereum",
      /Root/,
    );
    const [first, ...others] = source.receipts;
    const mixed = [{ ...first, root: null, status: "0x1" } as RpcReceipt, ...others];
    isRefused({ ...source, receipts: mixed }, "ethereum", /receiptsRoot/);
  });

  withChains("and only there", () => {
    isRefused(withoutRoots(realBlock("ethereum-4000000")), "bsc", /receiptsRoot/);
    const later = realBlock("ethereum-4370006");
    const swapped = withReceipt(later, ({ status }) => ({
      status: status === "0x1" ? "0x0" : "0x1",
    }));
    isRefused(swapped, "ethereum", /receiptsRoot/);
  });

  withChains("legacy transactions may have a yParity beside v", () => {
    const source = realBlock("ethereum-4000000");
    const transactions = source.block.transactions.map((each) => {
      const v = BigInt((each as unknown as { v: string }).v);
      return { ...each, yParity: `0x${(v + 1n) % 2n}` };
    });
    verifyBlock({ ...source, block: { ...source.block, transactions } }, "ethereum", {
      senders: "all",
    });
  });
});

/** Transactions of Arbitrum's test network and main chain, and their published hashes. */
const NITRO_VECTORS: Readonly<Record<string, object>> = {
  "0x733c1300c06ac4ced959e68f16f565ee8918a4e75c9f9e3913bc7a7e939c60db": {
    type: "0x64",
    chainId: "0x66eee",
    requestId: `0x${"f".padStart(64, "0")}`,
    from: "0x99998aa374dbde60d26433e275ad700b65873174",
    to: "0x88888aa374dbde60d26433e275ad700b65872063",
    value: "0xde0b6b3a7640000",
  },
  "0x8b7e4e0a2a31d2889200dc6c91c12833208d2f7847eabf0c21e9b15f86a8a8aa": {
    type: "0x65",
    chainId: "0x66eee",
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
    chainId: "0x66eee",
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
    chainId: "0x66eee",
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
    chainId: "0x66eee",
    input: `0x6bf6a42d${["5bd57bd9", "3f28db", "1", "64e4f6d4"].map((each) => each.padStart(64, "0")).join("")}`,
  },
};

test.each(Object.entries(NITRO_VECTORS))(
  "the hash of a transaction of Nitro: %s",
  (known, fields) => {
    const parts = transactionParts(fields as RpcTransaction);
    expect(hash(encodeTransaction(parts as TransactionParts))).toBe(known);
  },
);
