import { ZERO_ADDRESS } from "../chain/records.ts";
import { COVERAGE_HEADER } from "../http/caching.ts";
import { HttpError } from "../http/http-error.ts";
import type { ChainReader, PairScope, StoredExtent } from "../store/chain-reader.ts";

/** What a list or a lookup has, and of which wallet and contract. */
export interface ListScope extends PairScope {
  readonly of: "transactions" | "nfts" | "balances";
}

/**
 * Reads a list together with what it covers: both must be of one state of the chain, or a list could be called complete
 * for blocks that were added, removed or read after it.
 *
 * @returns The list, what was stored, and the header `Chainkit-Coverage`; the latter two are undefined if the chain kept
 *   changing.
 */
export async function readCovered<Result>(
  chain: ChainReader,
  scope: ListScope,
  read: (chain: ChainReader) => Promise<Result>,
) {
  const wallet = scope.of === "transactions" ? undefined : scope;
  const { result, extent } = await chain.readWithExtent(wallet, read);
  return { result, extent, coverage: extent && coverageOf(extent, scope) };
}

/**
 * Reads a record.
 *
 * @param what Name of the record, for the error.
 * @throws HttpError 404 that says that there is none only if everything is known that could be it, and otherwise where it
 *   was looked for.
 */
export async function readKnown<Result>(
  chain: ChainReader,
  what: string,
  read: (chain: ChainReader) => Promise<Result | undefined>,
  scope: ListScope = { of: "transactions" },
): Promise<Result> {
  const found = await read(chain);
  if (found !== undefined) {
    return found;
  }
  const { result, extent, coverage } = await readCovered(chain, scope, read);
  if (result !== undefined) {
    return result;
  }
  throw new HttpError(404, describeMissing(what, extent, scope), {
    headers: coverage === undefined ? {} : { [COVERAGE_HEADER]: coverage },
  });
}

/** Says where a record was looked for. @param extent Undefined if the chain kept changing. */
function describeMissing(what: string, extent: StoredExtent | undefined, scope: ListScope): string {
  if (!extent?.blocks) {
    return extent ? `No blocks are stored yet: ${what} is not known.` : `No ${what} was found.`;
  }
  const { oldest, tip } = extent.blocks;
  if (isComplete(extent, scope)) {
    return `There is no ${what}.`;
  }
  const stored = `No ${what} is known from the stored blocks ${oldest} to ${tip}`;
  return extent.isUnclear
    ? `${stored}: the contract has transfers that are not read.`
    : `${stored}: it may be in others.`;
}

/** Whether nothing is missing of what a list or a lookup has. */
function isComplete(extent: StoredExtent, scope: ListScope): boolean {
  const { blocks, pending, unreadable } = extent;
  if (!blocks || extent.isOrphaned) {
    return false;
  }
  if (scope.of === "transactions") {
    return blocks.oldest === 0;
  }
  // Tokens of the zero address are burnt: neither balances nor NFTs of it are read.
  if (scope.owner === ZERO_ADDRESS) {
    return false;
  }
  const isRead = scope.of !== "balances" || pending + unreadable === 0;
  return (blocks.oldest === 0 || extent.isDiscovered) && isRead && !extent.isUnclear;
}

/** Formats a coverage as a dictionary of structured fields (RFC 9651). */
function coverageOf(extent: StoredExtent, scope: ListScope): string {
  const { blocks, pending, unreadable } = extent;
  if (!blocks) {
    return "complete=?0";
  }
  const { oldest, tip } = blocks;
  const complete = isComplete(extent, scope) ? "complete" : "complete=?0";
  if (scope.of !== "balances") {
    return `from=${oldest}, to=${tip}, ${complete}`;
  }
  const isRead = pending + unreadable === 0 && !extent.isOrphaned;
  const balances = isRead ? ` balances=${tip},` : "";
  return `from=${oldest}, to=${tip},${balances} ${complete}, pending=${pending}, unreadable=${unreadable}`;
}
