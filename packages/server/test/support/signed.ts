import { authorization, Transaction } from "micro-eth-signer";
import { toQuantity } from "../../src/chain/abi.ts";
import type { Hex } from "../../src/chain/records.ts";
import type { RpcTransaction } from "../../src/chain/rpc-types.ts";

/** A key that anybody may know. */
const KEY = `0x${"5e".repeat(32)}`;
const TYPES = ["legacy", "eip2930", "eip1559", "eip4844", "eip7702"] as const;

/** Fields of a transaction by the names of JSON-RPC; amounts are numbers. */
export interface Fields {
  readonly type: number;
  readonly chainId: bigint;
  readonly [name: string]: unknown;
}

interface Signed {
  /** As a node takes it. */
  readonly bytes: Hex;
  /** As a node tells it, without its place in a block. */
  readonly told: RpcTransaction & Readonly<Record<string, unknown>>;
}

const defaults = {
  to: `0x${"7e".repeat(20)}`,
  value: 5n,
  nonce: 0n,
  gas: 100_000n,
  input: "0x",
};

/**
 * Signs a transaction, and tells it as a node would. All of it is done by a package that shares no
 * code with what is tested.
 */
export function signed(given: Fields, key = KEY): Signed {
  const { gas, input, type, ...fields } = { ...defaults, ...given };
  const prepared = { ...fields, type: TYPES[type], gasLimit: gas, data: input };
  // biome-ignore lint/suspicious/noExplicitAny: the fields of each type are known at run time only.
  const transaction = (Transaction as any).prepare(prepared, false).signBy(key, false);
  const { raw, hash, sender } = transaction;
  const { r, s, yParity } = raw;
  const chain = BigInt(given.chainId);
  const parity = type === 0 ? {} : { yParity: toQuantity(BigInt(yParity)) };
  const told = {
    ...fields,
    to: fields.to === "0x" ? null : fields.to,
    type: toQuantity(BigInt(type)),
    gas,
    input,
    from: sender.toLowerCase(),
    hash,
    ...parity,
    v: type === 0 ? 35n + 2n * chain + BigInt(yParity) : BigInt(yParity),
    r,
    s,
  };
  return { bytes: transaction.toHex(), told: numbersInHex(told) as Signed["told"] };
}

/** A permission to use the code of a contract (EIP-7702). */
export function authorized(chainId: bigint, address: string, nonce: bigint) {
  return authorization.sign({ chainId, address, nonce }, KEY);
}

/** The address of a key. */
export function addressOf(key = KEY): Hex {
  return signed({ type: 0, chainId: 1n, gasPrice: 1n }, key).told.from;
}

function numbersInHex(value: unknown): unknown {
  if (typeof value === "bigint" || typeof value === "number") {
    return toQuantity(BigInt(value));
  }
  if (Array.isArray(value)) {
    return value.map(numbersInHex);
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([k, each]) => [k, numbersInHex(each)]));
  }
  return value;
}
