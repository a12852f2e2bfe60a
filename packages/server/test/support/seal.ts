import { createMPT } from "@ethereumjs/mpt";
import { keccak } from "hash-wasm";
import { RLP, type RLPInput } from "micro-eth-signer/core/rlp.js";
import { toHex, toQuantity } from "../../src/chain/abi.ts";
import type { Hex } from "../../src/chain/records.ts";
import type { RpcBlockWithReceipts, RpcLog } from "../../src/chain/rpc-types.ts";

/** What is hashed: bytes in hexadecimal, numbers, and lists of both. */
export type Part = string | bigint | readonly Part[];
/** As JSON-RPC tells it. */
type Told = Readonly<Record<string, unknown>>;

/** A transaction and its receipt. Numbers in hexadecimal as nodes tell them. */
export interface Entry {
  readonly transaction: Told & { readonly type: string };
  /** Its encoding; absent: the header does not vouch for it, and its hash is told. */
  readonly encoded?: Hex;
  /** Its hash, if that is not the hash of its encoding. */
  readonly hash?: Hex;
  /** Told of the receipt beside what all have. */
  readonly receipt?: Told;
  readonly gasUsed: bigint;
  readonly logs?: readonly Omit<RpcLog, "logIndex">[];
  /** What is hashed of the receipt beside what all have. */
  readonly receiptParts?: readonly Part[];
  /** Only the type is hashed of the receipt. */
  readonly isReceiptType?: boolean;
}

/** What of a block stands in its header. */
interface Roots {
  readonly transactionsRoot: string;
  readonly receiptsRoot: string;
  readonly gasUsed: bigint;
}

/** The fields of a header in the order of its hash. */
export type Header = (roots: Roots) => readonly (readonly [name: string, value: string | bigint])[];

const NO_BLOOM = `0x${"00".repeat(256)}`;

/**
 * Makes a block whose hashes are right, for a chain of which there are no real blocks here. Nothing
 * that is tested has a part in it: RLP, trie and hash come from three other packages.
 *
 * @param told Of the block beside its header.
 */
export async function seal(
  header: Header,
  entries: readonly Entry[],
  told: Told = {},
): Promise<RpcBlockWithReceipts> {
  let gas = 0n;
  let logIndex = 0;
  const made = [];
  for (const entry of entries) {
    const { transaction, encoded, receipt, gasUsed, logs = [], receiptParts = [] } = entry;
    gas += gasUsed;
    const type = Number(transaction.type);
    const status = receipt?.status === "0x0" ? 0n : 1n;
    const logParts = logs.map(({ address, topics, data }) => [address, topics, data]);
    const bytes = encoded && bytesOf(encoded);
    made.push({
      bytes,
      receiptBytes: entry.isReceiptType
        ? Uint8Array.of(type)
        : bytes && typed(type, [status, gas, NO_BLOOM, logParts, ...receiptParts]),
      transaction: {
        ...transaction,
        hash: entry.hash ?? (bytes ? await hash(bytes) : transaction.hash),
        transactionIndex: toQuantity(made.length),
      },
      receipt: {
        type: transaction.type,
        status: toQuantity(status),
        gasUsed: toQuantity(gasUsed),
        cumulativeGasUsed: toQuantity(gas),
        contractAddress: null,
        logsBloom: NO_BLOOM,
        logs: logs.map((log) => ({ ...log, logIndex: toQuantity(logIndex++) })),
        transactionIndex: toQuantity(made.length),
        ...receipt,
      },
    });
  }
  const rooted = made.filter(({ bytes }) => bytes);
  const fields = header({
    transactionsRoot: await root(rooted.map(({ bytes }) => bytes as Uint8Array)),
    receiptsRoot: await root(rooted.map(({ receiptBytes }) => receiptBytes as Uint8Array)),
    gasUsed: gas,
  });
  const headerParts = fields.map(([, value]) => value);
  const blockHash = await hash(typed(0, headerParts));
  const size = RLP.encode([headerParts.map(item), rooted.map(body), [], ...rest(fields)]).length;
  const named = Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === "bigint" ? toQuantity(value) : value]),
  );
  return {
    block: {
      ...named,
      hash: blockHash,
      size: toQuantity(size),
      ...told,
      transactions: made.map(({ transaction }) => transaction),
    },
    receipts: made.map(({ transaction, receipt }) => ({
      ...receipt,
      transactionHash: transaction.hash,
      blockHash,
    })),
  } as unknown as RpcBlockWithReceipts;
}

/** A transaction in a block: a list, or the bytes of a typed one. */
function body({ bytes = new Uint8Array() }: { readonly bytes?: Uint8Array | undefined }): RLPInput {
  return Number(bytes[0]) >= 0xc0 ? RLP.decode(bytes) : bytes;
}

/** What follows the uncles: withdrawals, or on Avalanche a version and atomic transactions. */
function rest(fields: ReturnType<Header>): RLPInput[] {
  const names = fields.map(([name]) => name);
  if (names.includes("extDataHash")) {
    return [0n, new Uint8Array()];
  }
  return names.includes("withdrawalsRoot") ? [[]] : [];
}

/** The hash of bytes. */
export function hashOf(bytes: string): Promise<Hex> {
  return hash(bytesOf(bytes));
}

/** An encoding behind the number of its type. */
export function encoded(type: number, parts: readonly Part[]): Hex {
  return toHex(typed(type, parts));
}

/** The address of a contract that somebody creates. */
export async function createdAddress(from: string, nonce: bigint): Promise<Hex> {
  return `0x${(await hash(typed(0, [from, nonce]))).slice(-40)}`;
}

function typed(type: number, parts: readonly Part[]): Uint8Array {
  const list = RLP.encode(parts.map(item));
  return type === 0 ? list : Buffer.concat([Uint8Array.of(type), list]);
}

function item(part: Part): RLPInput {
  if (typeof part === "string") {
    return bytesOf(part);
  }
  return typeof part === "bigint" ? part : part.map(item);
}

function bytesOf(digits: string): Uint8Array {
  return Uint8Array.from(Buffer.from(digits.slice(2), "hex"));
}

async function root(values: readonly Uint8Array[]): Promise<Hex> {
  const trie = await createMPT();
  for (const [at, value] of values.entries()) {
    await trie.put(RLP.encode(at), value);
  }
  return toHex(trie.root());
}

async function hash(bytes: Uint8Array): Promise<Hex> {
  return `0x${await keccak(bytes, 256)}`;
}
