/** Bytes at the end where no match begins, and those that are never part of one. */
const [TAIL, UNMATCHED] = [13, 4];
const MIN_MATCH = 3;
const MAX_DISTANCE = 0x1fff;
/** Longest run of literals, and longest part of a match, in one instruction. */
const [RUN, PART] = [0x20, 262];

/**
 * Returns the length of data compressed with FastLZ (level 1), by which the OP stack estimates the size
 * of a transaction on the parent chain.
 */
export function fastLzLength(bytes: Uint8Array): number {
  const positions = new Uint32Array(MAX_DISTANCE + 1);
  const limit = Math.max(0, bytes.length - TAIL);
  const threeAt = (at: number) =>
    (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
  const slotAt = (at: number) => Math.imul(2_654_435_769, threeAt(at)) >>> 19;
  let length = 0;
  let literals = 0;
  let at = 2;
  while (at < limit) {
    const slot = slotAt(at);
    const earlier = positions[slot] as number;
    positions[slot] = at;
    const isMatch = at - earlier <= MAX_DISTANCE && threeAt(at) === threeAt(earlier);
    if (at + 1 >= limit || !isMatch) {
      at += 1;
      continue;
    }
    length += literalsLength(at - literals);
    const matched = matchLength(bytes, earlier + MIN_MATCH, at + MIN_MATCH);
    length += instructionsLength(matched - 1);
    at += matched;
    for (let each = 0; each < 2; each += 1) {
      positions[slotAt(at)] = at;
      at += 1;
    }
    literals = at;
  }
  return length + literalsLength(bytes.length - literals);
}

/** Number of equal bytes from two positions on, and the one that differs. */
function matchLength(bytes: Uint8Array, from: number, to: number): number {
  const most = bytes.length - UNMATCHED - to;
  let length = 0;
  while (length < most && bytes[from + length] === bytes[to + length]) {
    length += 1;
  }
  return Math.min(length + 1, most);
}

function literalsLength(count: number): number {
  const rest = count % RUN;
  return Math.floor(count / RUN) * (RUN + 1) + (rest === 0 ? 0 : rest + 1);
}

function instructionsLength(matched: number): number {
  return Math.floor(matched / PART) * 3 + (matched % PART >= 6 ? 3 : 2);
}
