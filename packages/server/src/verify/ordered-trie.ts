import { toQuantity } from "../chain/abi.ts";
import { encode, encodeDigits, encodePair, type Item, keccak256, quantity } from "./rlp.ts";

type Entry = readonly [nibbles: string, value: Uint8Array];

/** Nodes of at least this many bytes are referenced by hash. */
const HASHED_FROM = 32;
const EMPTY_ROOT = keccak256(encode(""));

/**
 * Computes the root of the Merkle Patricia trie of a list, keyed by RLP-encoded index, as used for
 * `transactionsRoot` and `receiptsRoot`. Each node is hashed once, unlike with one insertion per value.
 */
export function orderedTrieRoot(values: readonly Uint8Array[]): Uint8Array {
  if (values.length === 0) {
    return EMPTY_ROOT;
  }
  const entries = values.map((value, index): Entry => {
    return [encodeDigits(quantity(toQuantity(index))), value];
  });
  return keccak256(encodeNode(buildNode(entries, 0)));
}

/** Builds the node of entries with a common prefix. @param depth Length of the prefix in nibbles. */
function buildNode(entries: readonly Entry[], depth: number): Item {
  const [first] = entries as readonly [Entry];
  if (entries.length === 1) {
    return [hexPrefix(first[0].slice(depth), true), first[1]];
  }
  const common = commonLength(entries, depth);
  if (common > depth) {
    return [hexPrefix(first[0].slice(depth, common), false), reference(buildNode(entries, common))];
  }
  const below = Array.from({ length: 16 }, (): Entry[] => []);
  for (const entry of entries) {
    below[Number.parseInt(entry[0].charAt(depth), 16)]?.push(entry);
  }
  const branches = below.map((each) =>
    each.length > 0 ? reference(buildNode(each, depth + 1)) : "",
  );
  // No encoded index is a prefix of another, so branches have no values.
  return [...branches, ""];
}

/** Returns the reference to a node in its parent: the node itself if short, otherwise its hash. */
function reference(node: Item): Item {
  const encoded = encodeNode(node);
  return encoded.length < HASHED_FROM ? node : keccak256(encoded);
}

function encodeNode(node: Item): Uint8Array {
  const [path, value] = node;
  // A leaf, or the reference below a common prefix.
  const isPair = node.length === 2 && typeof path === "string" && value instanceof Uint8Array;
  return isPair ? encodePair(path, value) : encode(node);
}

function commonLength(entries: readonly Entry[], depth: number): number {
  const [first] = entries as readonly [Entry];
  let length = depth;
  while (length < first[0].length && entries.every(([n]) => n[length] === first[0][length])) {
    length += 1;
  }
  return length;
}

/** Encodes nibbles as bytes with the hex prefix, which marks odd lengths and leaves. */
function hexPrefix(nibbles: string, isLeaf: boolean): string {
  const isOdd = nibbles.length % 2 === 1;
  const flag = String((isLeaf ? 2 : 0) + (isOdd ? 1 : 0));
  return isOdd ? flag + nibbles : `${flag}0${nibbles}`;
}
