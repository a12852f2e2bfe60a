import { RLP } from "@ethereumjs/rlp";
import { keccak256 } from "./keccak.ts";

/** A node of the trie as it stands in its parent: itself when it is short, else its hash. */
type Reference = Uint8Array | readonly unknown[];
type Entry = readonly [nibbles: readonly number[], value: Uint8Array];

const HASHED_FROM = 32;
const EMPTY_ROOT = keccak256(RLP.encode(new Uint8Array()));

/**
 * Root of the Merkle-Patricia trie that has each value under its RLP-encoded index, as the headers
 * of blocks name it for transactions and for receipts. Each node is hashed once, unlike in a trie
 * that is filled one value after the other.
 */
export function orderedTrieRoot(values: readonly Uint8Array[]): Uint8Array {
  if (values.length === 0) {
    return EMPTY_ROOT;
  }
  const entries = values.map((value, index): Entry => [nibblesOf(RLP.encode(index)), value]);
  return keccak256(RLP.encode(node(entries, 0) as Uint8Array[]));
}

/** The node of entries that agree in their first nibbles. @param depth How many those are. */
function node(entries: readonly Entry[], depth: number): readonly unknown[] {
  const [first] = entries as readonly [Entry];
  if (entries.length === 1) {
    return [compact(first[0].slice(depth), true), first[1]];
  }
  const common = commonLength(entries, depth);
  if (common > depth) {
    return [compact(first[0].slice(depth, common), false), reference(node(entries, common))];
  }
  // No index is the beginning of another, so a branch never has a value of its own.
  const branch: Reference[] = Array.from({ length: 17 }, () => new Uint8Array());
  for (let nibble = 0; nibble < 16; nibble += 1) {
    const below = entries.filter(([nibbles]) => nibbles[depth] === nibble);
    if (below.length > 0) {
      branch[nibble] = reference(node(below, depth + 1));
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

/** Nibbles as bytes, with a prefix that says whether their number is odd and whether a leaf ends. */
function compact(nibbles: readonly number[], isLeaf: boolean): Uint8Array {
  const isOdd = nibbles.length % 2 === 1;
  const flag = (isLeaf ? 2 : 0) + (isOdd ? 1 : 0);
  const all = isOdd ? [flag, ...nibbles] : [flag, 0, ...nibbles];
  return Uint8Array.from({ length: all.length / 2 }, (_, at) => {
    return ((all[2 * at] as number) << 4) | (all[2 * at + 1] as number);
  });
}
