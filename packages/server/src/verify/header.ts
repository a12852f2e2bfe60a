import type { Verification } from "../chain/profiles.ts";
import type { Hex } from "../chain/records.ts";
import type { RpcBlock } from "../chain/rpc-types.ts";
import { data, encode, hash, type Item, quantity, type Raw } from "./rlp.ts";

type Field = readonly [name: string, read: (hex: unknown) => Item];

const bytes = (...names: readonly string[]) => names.map((name): Field => [name, data]);
const numbers = (...names: readonly string[]) => names.map((name): Field => [name, quantity]);

/** What every header has. */
const FIRST: readonly Field[] = [
  ...bytes("parentHash", "sha3Uncles", "miner", "stateRoot", "transactionsRoot", "receiptsRoot"),
  ...bytes("logsBloom"),
  ...numbers("difficulty", "number", "gasLimit", "gasUsed", "timestamp"),
  ...bytes("extraData", "mixHash"),
  // Not every node tells of a nonce that nobody has looked for.
  ["nonce", (hex) => data(hex ?? `0x${"0".repeat(16)}`)],
];

/** What forks added, in their order: of Ethereum up to Glamsterdam. */
const ETHEREUM: readonly Field[] = [
  ...numbers("baseFeePerGas"),
  ...bytes("withdrawalsRoot"),
  ...numbers("blobGasUsed", "excessBlobGas"),
  ...bytes("parentBeaconBlockRoot", "requestsHash", "blockAccessListHash"),
  ...numbers("slotNumber"),
];

/** The same of Avalanche's C-chain, up to Helicon. */
const CORETH: readonly Field[] = [
  ...bytes("extDataHash"),
  ...numbers("baseFeePerGas", "extDataGasUsed", "blockGasCost", "blobGasUsed", "excessBlobGas"),
  ...bytes("parentBeaconBlockRoot"),
  ...numbers("timestampMilliseconds", "minDelayExcess", "targetExponent", "minPriceExponent"),
  ...numbers("settledHeight", "settledGasUnix", "settledGasNumerator", "settledExcess"),
];

/** How headers are made, and what some nodes tell of them where the header itself has nothing. */
const FORMS: Readonly<Record<Exclude<Verification, "parent">, [readonly Field[], Raw]>> = {
  header: [ETHEREUM, {}],
  // Erigon tells who signed a block; bor tells the address that is in the header, which is zero.
  bor: [ETHEREUM, { miner: `0x${"0".repeat(40)}` }],
  // Since Helicon the base fee is not settled when a block is made.
  coreth: [CORETH, { baseFeePerGas: null }],
};

/** Whether the hash of a block is that of its header. */
export function hasOwnHash(block: RpcBlock, form: Exclude<Verification, "parent">): boolean {
  const [added, instead] = FORMS[form];
  return [block, { ...block, ...instead }].some((each) => hashOf(each, added) === block.hash);
}

function hashOf(block: object, added: readonly Field[]): Hex {
  const raw = block as Raw;
  const last = added.findLastIndex(([name]) => raw[name] != null);
  const fields = [...FIRST, ...added.slice(0, last + 1)];
  return hash(encode(fields.map(([name, read]) => read(raw[name]))));
}
