import type { BlockFormat } from "../chain/block-formats.ts";
import type { Hex } from "../chain/records.ts";
import type { RpcBlock } from "../chain/rpc-types.ts";
import { data, encode, hash, type Item, quantity, type Raw } from "./rlp.ts";

type Field = readonly [name: string, read: (hex: unknown) => Item];

const bytes = (...names: readonly string[]) => names.map((name): Field => [name, data]);
const numbers = (...names: readonly string[]) => names.map((name): Field => [name, quantity]);

/** Fields of every header. */
const BASE_FIELDS: readonly Field[] = [
  ...bytes("parentHash", "sha3Uncles", "miner", "stateRoot", "transactionsRoot", "receiptsRoot"),
  ...bytes("logsBloom"),
  ...numbers("difficulty", "number", "gasLimit", "gasUsed", "timestamp"),
  ...bytes("extraData", "mixHash"),
  // Some nodes omit the nonce of chains without mining, where it is zero.
  ["nonce", (hex) => data(hex ?? `0x${"0".repeat(16)}`)],
];

/** Fields added by Ethereum forks up to Glamsterdam, in encoding order. */
const ETHEREUM: readonly Field[] = [
  ...numbers("baseFeePerGas"),
  ...bytes("withdrawalsRoot"),
  ...numbers("blobGasUsed", "excessBlobGas"),
  ...bytes("parentBeaconBlockRoot", "requestsHash", "blockAccessListHash"),
  ...numbers("slotNumber"),
];

/** Fields added by forks of Avalanche's C-Chain up to Helicon, in encoding order. */
const CORETH: readonly Field[] = [
  ...bytes("extDataHash"),
  ...numbers("baseFeePerGas", "extDataGasUsed", "blockGasCost", "blobGasUsed", "excessBlobGas"),
  ...bytes("parentBeaconBlockRoot"),
  ...numbers("timestampMilliseconds", "minDelayExcess", "targetExponent", "minPriceExponent"),
  ...numbers("settledHeight", "settledGasUnix", "settledGasNumerator", "settledExcess"),
];

/** Added fields by kind of header, and values to use where nodes report others than the header has. */
const FORMATS: Readonly<Record<BlockFormat["header"], [readonly Field[], Raw]>> = {
  ethereum: [ETHEREUM, {}],
  // Erigon reports the signer of a block; the header, as reported by bor, has the zero address.
  bor: [ETHEREUM, { miner: `0x${"0".repeat(40)}` }],
  // Since Helicon, the base fee is not known when a block is built.
  coreth: [CORETH, { baseFeePerGas: null }],
};

/** Returns whether the hash of a block is the hash of its header. */
export function hasValidHash(block: RpcBlock, format: BlockFormat["header"]): boolean {
  const [added, overrides] = FORMATS[format];
  return [block, { ...block, ...overrides }].some((each) => hashOf(each, added) === block.hash);
}

/** Computes the hash of a header from its fields. */
export function headerHash(block: RpcBlock, format: BlockFormat["header"]): Hex {
  return hashOf(block, FORMATS[format][0]);
}

function hashOf(block: object, added: readonly Field[]): Hex {
  const raw = block as Raw;
  const last = added.findLastIndex(([name]) => raw[name] != null);
  const fields = [...BASE_FIELDS, ...added.slice(0, last + 1)];
  return hash(encode(fields.map(([name, read]) => read(raw[name]))));
}
