import type { Hex, NftRecord } from "../chain/records.ts";
import type { ChainReader, NftPosition, OwnedRange } from "../store/chain-reader.ts";

/** Ranges that are read at first, and NFTs of a range that are skipped at once. */
const [RANGES, TAKEN] = [100, 1_000];

interface NftList {
  readonly owner: Hex;
  readonly contract: Hex | undefined;
  readonly after: NftPosition | undefined;
  readonly count: number;
  readonly maxBytes: number;
}

type Reader = Pick<ChainReader, "listErc721Balances" | "listNftRanges" | "listTakenNfts">;

/**
 * Lists the NFTs of a wallet in order, including those that it received as ranges (ERC-2309), of which the store has no
 * row each.
 */
export async function listNfts(server: Reader, list: NftList): Promise<readonly NftRecord[]> {
  const { owner, contract, after, count, maxBytes } = list;
  const rows = await server.listErc721Balances(owner, contract, after, count, maxBytes);
  for (let limit = RANGES; ; limit *= RANGES) {
    const ranges = await server.listNftRanges(owner, contract, after, limit);
    if (ranges.length === 0) {
      return rows;
    }
    const page = await merged(server, list, rows, ranges, ranges.length === limit);
    if (page) {
      return page;
    }
  }
}

/**
 * Merges NFTs with those of ranges.
 *
 * @param isCut Whether there may be more ranges.
 * @returns Undefined if a page needs more of them: one that is not full would be taken for the last one.
 */
async function merged(
  server: Reader,
  { owner, contract, after, count, maxBytes }: NftList,
  rows: readonly NftRecord[],
  ranges: readonly OwnedRange[],
  isCut: boolean,
): Promise<readonly NftRecord[] | undefined> {
  const found = [...rows];
  for (const range of ranges) {
    const last = found[count - 1];
    if (last && isBefore(last, { collection: range.collection, tokenId: range.first })) {
      break;
    }
    const isBegun = after?.collection === range.collection && after.tokenId >= range.first;
    const first = isBegun ? after.tokenId + 1n : range.first;
    // Ranges of a collection may overlap, so that each is read as far as a page needs.
    found.push(...(await nftsOfRange(server, { ...range, first }, count)));
    found.sort((one, other) => (isBefore(one, other) ? -1 : 1)).splice(count);
  }
  // Rows may end early for their size, and ranges for their number: what comes after the end is on the next page.
  const lastRow = rows.at(-1);
  const [next] = lastRow
    ? await server.listErc721Balances(owner, contract, lastRow, 1, maxBytes)
    : [];
  const lastRange = isCut ? ranges.at(-1) : undefined;
  const endOfRanges = lastRange && { collection: lastRange.collection, tokenId: lastRange.first };
  if (!endOfRanges || (next && isBefore(next, endOfRanges))) {
    return next ? found.filter((nft) => isBefore(nft, next)) : found;
  }
  const page = found.filter((nft) => isBefore(nft, endOfRanges));
  return page.length === count ? page : undefined;
}

/** Returns the first NFTs of a range that no other transfer goes before. */
async function nftsOfRange(
  server: Reader,
  range: OwnedRange,
  count: number,
): Promise<readonly NftRecord[]> {
  const found: NftRecord[] = [];
  let next = range.first;
  const take = (end: bigint) => {
    for (; next < end && found.length < count; next += 1n) {
      found.push({ ...range.nft, tokenId: next });
    }
  };
  while (next <= range.last && found.length < count) {
    const taken = await server.listTakenNfts({ ...range, first: next }, TAKEN);
    for (const { first, last } of taken) {
      take(first);
      next = last >= next ? last + 1n : next;
    }
    if (taken.length < TAKEN) {
      take(range.last + 1n);
    }
  }
  return found;
}

/** Whether an NFT comes before another one in the order of lists. */
function isBefore(one: NftPosition, other: NftPosition): boolean {
  return one.collection === other.collection
    ? one.tokenId < other.tokenId
    : one.collection < other.collection;
}
