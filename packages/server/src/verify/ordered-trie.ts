import { RLP } from "@ethereumjs/rlp";
import { keccak256 } from "./keccak.ts";

/** Reference to a trie node in its parent: the node itself if short, otherwise its hash. */
type Reference = Uint8Array | readonly unknown[];
type Entry = readonly [nibbles: readonly number[], value: Uint8Array];

/** Nodes of at least this many bytes are referenced by hash. */
const HASHED_FROM = 32;
const EMPTY_ROOT = keccak256(RLP.encode(new Uint8Array()));

/**
 * Computes the root of the Merkle Patricia trie of a list, keyed by RLP-encoded index, as used for
 * `transactionsRoot` and `receiptsRoot`. Each node is hashed once, unlike with one insertion per value.
 */
export function orderedTrieRoot(values: readonly Uint8Array[]): Uint8Array {
  if (values.length === 0) {
    return EMPTY_ROOT;
  }
  const entries = values.map((value, index): Entry => [nibblesOf(RLP.encode(index)), value]);
  return keccak256(RLP.encode(buildNode(entries, 0) as Uint8Array[]));
}

/** Builds the node of entries with a common prefix. @param depth Length of the prefix in nibbles. */
function buildNode(entries: readonly Entry[], depth: number): readonly unknown[] {
  const [first] = entries as readonly [Entry];
  if (entries.length === 1) {
    return [hexPrefix(first[0].slice(depth), true), first[1]];
  }
  const common = commonLength(entries, depth);
  if (common > depth) {
    return [hexPrefix(first[0].slice(depth, common), false), reference(buildNode(entries, common))];
  }
  // No encoded index is a prefix of another, so branches have no values.
  const branch: Reference[] = Array.from({ length: 17 }, () => new Uint8Array());
  for (let nibble = 0; nibble < 16; nibble += 1) {
    const below = entries.filter(([nibbles]) => nibbles[depth] === nibble);
    if (below.length > 0) {
      branch[nibble] = reference(buildNode(below, depth + 1));
    }
  }
  return branch;
}

function reference(content: readonly unknown[]): Reference {
  const encoded = RLP.encode(content as Uint8Array[]);
  return encoded.length < HASHED_FROM ? content : keccak256(encoded);
}

function commonLength(entries: readonly Entry[], depth: number): number {
  const [first] = entries as readonly [Entry];
  let length = depth;
  while (length < first[0].length && entries.every(([n]) => n[length] === first[0][length])) {
    length += 1;
  }
  return length;
}

function nibblesOf(bytes: Uint8Array): number[] {
  return [...bytes].flatMap((byte) => [byte >> 4, byte & 15]);
}

/** Encodes nibbles as bytes with the hex prefix, which marks odd lengths and leaves. */
function hexPrefix(nibbles: readonly number[], isLeaf: boolean): Uint8Array {
  const isOdd = nibbles.length % 2 === 1;
  const flag = (isLeaf ? 2 : 0) + (isOdd ? 1 : 0);
  const all = isOdd ? [flag, ...nibbles] : [flag, 0, ...nibbles];
  return Uint8Array.from({ length: all.length / 2 }, (_, at) => {
    return ((all[2 * at] as number) << 4) | (all[2 * at + 1] as number);
  });
}
