import { type Hex, ZERO_ADDRESS } from "../chain/records.ts";
import type { ChainReader, StoredExtent } from "../store/chain-reader.ts";

/** Attempts to read a list while the chain does not change. */
const ATTEMPTS = 3;

/** Whose transactions, balances or NFTs a list has. */
export type ListScope =
  | { readonly of: "transactions" }
  | { readonly of: "nfts"; readonly owner: Hex }
  | { readonly of: "balances"; readonly owner: Hex; readonly token: Hex | undefined };

/** A list, and what was stored when it was read. */
interface Covered<Result> {
  readonly result: Result;
  /** Undefined if it is unknown: the chain kept changing, or its engine cannot tell. */
  readonly extent: StoredExtent | undefined;
  /** Value of the header `Chainkit-Coverage`; undefined to leave it out. */
  readonly coverage: string | undefined;
}

/**
 * Reads a list together with what it covers: both must be of one state of the chain, or a list could be
 * called complete for blocks that were added, removed or read after it.
 */
export async function readCovered<Result>(
  chain: Pick<ChainReader, "extent" | "revision">,
  scope: ListScope,
  read: () => Promise<Result>,
): Promise<Covered<Result>> {
  const { extent: readExtent, revision } = chain;
  if (!readExtent) {
    return { result: await read(), extent: undefined, coverage: undefined };
  }
  const wallet = scope.of === "transactions" ? undefined : scope;
  for (let attempt = 1; ; attempt += 1) {
    const at = revision?.();
    const extent = await readExtent(wallet);
    const result = await read();
    const isSame =
      at === undefined ? isEqual(extent, await readExtent(wallet)) : at === revision?.();
    if (isSame) {
      return { result, extent, coverage: coverageOf(extent, scope) };
    }
    if (attempt === ATTEMPTS) {
      return { result, extent: undefined, coverage: undefined };
    }
  }
}

function isEqual(one: StoredExtent, other: StoredExtent): boolean {
  return (
    one.state === other.state &&
    one.isDiscovered === other.isDiscovered &&
    one.pending === other.pending &&
    one.unreadable === other.unreadable
  );
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
  if (scope.of === "balances" && unread === 0) {
    members.push(`balances=${blocks.latest}`);
  }
  // Tokens of the zero address are burnt: neither balances nor NFTs of it are read.
  const isRead = unread === 0 && !("owner" in scope && scope.owner === ZERO_ADDRESS);
  members.push((blocks.first === 0 || isDiscovered) && isRead ? "complete" : "complete=?0");
  if (scope.of === "balances") {
    members.push(`pending=${pending}`, `unreadable=${unreadable}`);
  }
  return members.join(", ");
}
