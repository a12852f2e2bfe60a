import { isDeepStrictEqual } from "node:util";
import { toQuantity } from "../../src/chain/abi.ts";
import type { ChainName } from "../../src/chain/profiles.ts";
import type { RpcBlockWithReceipts } from "../../src/chain/rpc-types.ts";
import { checkBlock } from "../../src/ingest/verified-blocks.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What became of the flips of a block. */
export interface FlipCounts {
  refused: number;
  ignored: number;
  /** Fields whose other value is stored. */
  readonly accepted: Set<string>;
  total: number;
}

/** Fields that the service reads, which a node could add where a block has none. */
const READ: Readonly<Record<string, Fields>> = {
  block: { totalDifficulty: "0x7", withdrawalsRoot: `0x${"7".repeat(64)}`, baseFeePerGas: "0x7" },
  transaction: {
    ...{ type: "0x2", maxFeePerGas: "0x7", maxPriorityFeePerGas: "0x7", nonce: "0x7" },
    ...{ isSystemTx: true, mint: "0x7" },
  },
  receipt: {
    ...{ l1Fee: "0x7", l1FeeScalar: "0.7", l1GasPrice: "0x7", l1GasUsed: "0x7" },
    ...{ effectiveGasPrice: "0x7", depositNonce: "0x7", root: `0x${"7".repeat(64)}` },
  },
  log: {},
};
const ADDRESSES = new Set(["to", "contractAddress"]);
const SOMEBODY = `0x${"77".repeat(20)}`;

/** Returns another value of a field, of the same kind. */
function flipped(name: string, value: unknown): unknown {
  if (value == null) {
    return ADDRESSES.has(name) ? SOMEBODY : "0x7";
  }
  if (Array.isArray(value)) {
    return value.length > 0 ? value.slice(1) : ["0x07"];
  }
  if (typeof value === "boolean") {
    return !value;
  }
  const text = String(value);
  const isQuantity = /^0x(0|[1-9a-f][0-9a-f]*)$/i.test(text) && text.length < 42;
  if (isQuantity) {
    return toQuantity(BigInt(text) + 1n);
  }
  return text.length > 2 ? `${text.slice(0, -1)}${text.endsWith("7") ? "6" : "7"}` : "0x07";
}

/** The fields of an object, each flipped, removed or added in turn. */
function* variants(kind: string, of: object): Generator<readonly [name: string, Fields]> {
  const fields = of as Fields;
  for (const [name, value] of Object.entries({ ...READ[kind], ...fields })) {
    if (name === "transactions" || name === "logs") {
      continue;
    }
    const isPresent = Object.hasOwn(fields, name);
    yield [name, { ...fields, [name]: isPresent ? flipped(name, value) : value }];
    if (isPresent) {
      const { [name]: _, ...others } = fields;
      yield [name, others];
    }
  }
}

/** All changes of one field of a block, a transaction of each kind, its receipt and its first log. */
function* lies(
  source: RpcBlockWithReceipts,
): Generator<readonly [name: string, RpcBlockWithReceipts]> {
  const { block, receipts } = source;
  const put = <Item>(items: readonly Item[], at: number, item: unknown) =>
    items.map((each, index) => (index === at ? (item as Item) : each));
  for (const [name, changed] of variants("block", block)) {
    yield [name, { block: changed as unknown as typeof block, receipts }];
  }
  for (const at of samples(source)) {
    const [transaction, receipt] = [block.transactions[at] ?? {}, receipts[at]];
    for (const [name, changed] of variants("transaction", transaction)) {
      const transactions = put(block.transactions, at, changed);
      yield [`transaction.${name}`, { block: { ...block, transactions }, receipts }];
    }
    for (const [name, changed] of variants("receipt", receipt ?? {})) {
      yield [`receipt.${name}`, { block, receipts: put(receipts, at, changed) }];
    }
    for (const [name, changed] of variants("log", receipt?.logs[0] ?? {})) {
      const logs = put(receipt?.logs ?? [], 0, changed);
      yield [`log.${name}`, { block, receipts: put(receipts, at, { ...receipt, logs }) }];
    }
  }
}

/** Positions of the first transaction of each type, with and without logs and recipient, and of the last. */
function samples({ block, receipts }: RpcBlockWithReceipts): Set<number> {
  const kinds = block.transactions.map(({ type, to }, at) => {
    return `${type} ${to == null} ${(receipts[at]?.logs.length ?? 0) > 0}`;
  });
  const firsts = kinds.flatMap((kind, at) => (kinds.indexOf(kind) === at ? [at] : []));
  return new Set(kinds.length > 0 ? [...firsts, kinds.length - 1] : []);
}

/** Changes one field after the other, and counts what the service makes of it. */
export function flip(source: RpcBlockWithReceipts, chain: ChainName): FlipCounts {
  const counts: FlipCounts = { refused: 0, ignored: 0, accepted: new Set(), total: 0 };
  const read = (block: RpcBlockWithReceipts, senders: "all" | "sample") => {
    const { change, problem } = checkBlock(block, { verification: chain, senders });
    if (problem !== undefined) {
      throw problem;
    }
    return change;
  };
  const honest = read(source, "all");
  for (const [name, lie] of lies(source)) {
    counts.total += 1;
    try {
      const stored = read(lie, name === "transaction.from" ? "all" : "sample");
      if (isDeepStrictEqual(stored, honest)) {
        counts.ignored += 1;
      } else {
        counts.accepted.add(name);
      }
    } catch {
      counts.refused += 1;
    }
  }
  return counts;
}
