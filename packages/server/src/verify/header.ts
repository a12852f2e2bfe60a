import { toHex } from "../chain/abi.ts";
import type { BlockFormat } from "../chain/block-formats.ts";
import type { RpcBlock } from "../chain/rpc-types.ts";
import { orderedTrieRoot } from "./ordered-trie.ts";
import { data, encode, hash, type Item, list, quantity, type Raw } from "./rlp.ts";

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

/** Added fields by kind of header. */
const ADDED: Readonly<Record<BlockFormat["header"], readonly Field[]>> = {
  ethereum: ETHEREUM,
  bor: ETHEREUM,
  coreth: CORETH,
};

/** Returns the encoding of the header whose hash is that of the block; undefined if there is none. */
export function encodedHeader(
  block: RpcBlock,
  format: BlockFormat["header"],
): Uint8Array | undefined {
  if (format !== "coreth" && lacksBaseFee(block)) {
    return undefined;
  }
  for (const each of [block, { ...block, ...overridesOf(block, format) }]) {
    const encoded = encodeHeader(each, format);
    if (hash(encoded) === block.hash) {
      return encoded;
    }
  }
  return undefined;
}

/** Whether the base fee is missing before later fields, where it would be encoded like zero. */
function lacksBaseFee(block: RpcBlock): boolean {
  const raw = block as unknown as Raw;
  return block.baseFeePerGas == null && ETHEREUM.some(([name]) => raw[name] != null);
}

/** Returns the values of a header where nodes report others. */
function overridesOf({ settledHeight }: RpcBlock, format: BlockFormat["header"]): Raw {
  // Erigon reports the signer of a block; the header, as reported by bor, has the zero address.
  if (format === "bor") {
    return { miner: `0x${"0".repeat(40)}` };
  }
  // Since Helicon, the base fee is not known when a block is built.
  return format === "coreth" && settledHeight != null ? { baseFeePerGas: null } : {};
}

export function encodeHeader(block: object, format: BlockFormat["header"]): Uint8Array {
  const raw = block as Raw;
  const added = ADDED[format];
  const last = added.findLastIndex(([name]) => raw[name] != null);
  const fields = [...BASE_FIELDS, ...added.slice(0, last + 1)];
  return encode(fields.map(([name, read]) => read(raw[name])));
}

/** Returns the withdrawals of a block as they are encoded. */
export function withdrawalItems(block: RpcBlock): readonly Item[] {
  return list(block.withdrawals).map((each) => {
    const { index, validatorIndex, address, amount } = each as Raw;
    return [quantity(index), quantity(validatorIndex), data(address), quantity(amount)];
  });
}

/** Returns whether the withdrawals of a block are those of its header, or are not part of the response. */
export function hasValidWithdrawals(block: RpcBlock): boolean {
  if (block.withdrawals == null || block.withdrawalsRoot == null) {
    return true;
  }
  const leaves = withdrawalItems(block).map((each) => encode(each));
  return toHex(orderedTrieRoot(leaves)) === block.withdrawalsRoot;
}
