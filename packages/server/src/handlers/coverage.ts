import { type Hex, ZERO_ADDRESS } from "../chain/records.ts";
import { COVERAGE_HEADER } from "../http/caching.ts";
import { HttpError } from "../http/http-error.ts";
import type { ChainReader, StoredExtent } from "../store/chain-reader.ts";

/** Whose transactions, balances or NFTs a list has. */
export type ListScope =
  | { readonly of: "transactions" }
  | { readonly of: "nfts"; readonly owner: Hex }
  | { readonly of: "balances"; readonly owner: Hex; readonly token: Hex | undefined };

/** A list, and what was stored when it was read. */
interface Covered<Result> {
  readonly result: Result;
  /** Undefined if it is unknown: the chain kept changing. */
  readonly extent: StoredExtent | undefined;
  /** Value of the header `Chainkit-Coverage`; undefined to leave it out. */
  readonly coverage: string | undefined;
}

/**
 * Reads a list together with what it covers: both must be of one state of the chain, or a list could be called complete
 * for blocks that were added, removed or read after it.
 */
export async function readCovered<Result>(
  chain: ChainReader,
  scope: ListScope,
  read: (chain: ChainReader) => Promise<Result>,
): Promise<Covered<Result>> {
  const wallet = scope.of === "transactions" ? undefined : scope;
  const { result, extent } = await chain.readWithExtent(wallet, read);
  return { result, extent, coverage: extent && coverageOf(extent, scope) };
}

/**
 * Reads a record.
 *
 * @param what Name of the record, for the error.
 * @throws HttpError 404 that states the stored blocks: a record of an older one may exist.
 */
export async function readKnown<Result>(
  chain: ChainReader,
  what: string,
  read: (chain: ChainReader) => Promise<Result | undefined>,
): Promise<Result> {
  const found = await read(chain);
  if (found !== undefined) {
    return found;
  }
  const { result, extent, coverage } = await readCovered(chain, { of: "transactions" }, read);
  if (result !== undefined) {
    return result;
  }
  const { first = 0, latest } = extent?.blocks ?? {};
  const stored = first > 0 ? ` Only blocks ${first} to ${latest} are stored here.` : "";
  throw new HttpError(404, `There is no ${what}.${stored}`, {
    headers: coverage === undefined ? {} : { [COVERAGE_HEADER]: coverage },
  });
}

/** Formats a coverage as a dictionary of structured fields (RFC 9651). */
function coverageOf(extent: StoredExtent, scope: ListScope): string {
  const { blocks, isDiscovered } = extent;
  if (!blocks) {
    return "complete=?0";
  }
  const { pending, unreadable } = scope.of === "balances" ? extent : { pending: 0, unreadable: 0 };
  const unread = pending + unreadable;
  const members = [`from=${blocks.first}`, `to=${blocks.latest}`];
  if (scope.of === "balances" && unread === 0 && !extent.isOrphaned) {
    members.push(`balances=${blocks.latest}`);
  }
  // Tokens of the zero address are burnt: neither balances nor NFTs of it are read.
  const isRead =
    unread === 0 && !extent.isOrphaned && !("owner" in scope && scope.owner === ZERO_ADDRESS);
  members.push((blocks.first === 0 || isDiscovered) && isRead ? "complete" : "complete=?0");
  if (scope.of === "balances") {
    members.push(`pending=${pending}`, `unreadable=${unreadable}`);
  }
  return members.join(", ");
}
