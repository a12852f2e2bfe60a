import { randomBytes } from "node:crypto";
import type { Hex } from "../chain/records.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import type { SetAside } from "../store/chain-reader.ts";
import type { ChainWriter, PairPosition } from "../store/chain-writer.ts";
import {
  affordableLimit,
  callBudget,
  type PairLimit,
  readContracts,
  takeOwners,
} from "./budget.ts";
import { settleContracts } from "./settle-contracts.ts";

const PAIRS = 500;
/** Tokens whose properties are read again at once. */
const TOKENS = 20;
/** Contracts that were set aside and are tried again at once, and how much of each. */
const [RETRIES, OF_RETRY] = [10, 500];
/** Pieces with pairs of contracts that are set aside, which are taken again without them in one call. */
const MAX_PASSED_OVER = 20;

/** Where the reading of pending state goes on. Each follower has one. */
export class Turns {
  /** Position in the pending pairs; undefined: at the lowest owner. */
  pairs: PairPosition | undefined;
  /** Owner after whom NFTs are read; undefined: at the lowest one. */
  nfts: Hex | undefined;
  /** Whether the piece before has left something. */
  goesOn = false;
  /** When the pass over the pairs began; undefined if none is pending. */
  private startedAt: number | undefined;
  /** Duration of the pass before, in milliseconds. */
  private beforeMs = 0;

  /**
   * Returns the longest time that a pending pair can have waited to be read, in seconds; 0 if all were read at
   * the last call of `refresh`. Pairs of contracts that are set aside are not counted.
   */
  longestWait(): number {
    const { startedAt, beforeMs } = this;
    return startedAt === undefined ? 0 : (beforeMs + performance.now() - startedAt) / 1000;
  }

  /** Notes that there may be pending pairs, before they are read. */
  noteWaiting(): void {
    this.startedAt ??= performance.now();
  }

  /** Begins a pass over the pairs, after another one. */
  beginPass(): void {
    const now = performance.now();
    this.beforeMs = now - (this.startedAt ?? now);
    this.startedAt = now;
    this.pairs = undefined;
  }

  endPasses(): void {
    Object.assign(this, { pairs: undefined, startedAt: undefined, beforeMs: 0, goesOn: false });
  }
}

/** Returns the address at which a backlog begins to be read: a process that is restarted often reads all of it, too. */
function anyOwner(): Hex {
  return `0x${randomBytes(20).toString("hex")}`;
}

interface ReadOptions {
  /** Called for each contract whose results cannot be processed. */
  readonly onSetAside?: (contract: SetAside) => void;
  /** Seconds after which properties of tokens are read again. */
  readonly rereadSeconds?: number | undefined;
}

interface RefreshOptions extends ReadOptions {
  /** Size of a piece. Default: as many pairs as the rate limit of the provider allows. */
  readonly limit?: PairLimit;
  /** Where the piece before ended. Default: it is the first one. */
  readonly turns?: Turns;
}

/**
 * Reads state that logs only indicate: changed balances, properties of new tokens and of those that are to be read again,
 * metadata URIs of new NFTs.
 * It is read at the tip, and stored if that block is still the tip.
 *
 * Each call reads one bounded piece: the pairs of as many whole owners as fit, and a share of the rest. Pieces are
 * smaller where a provider limits calls, so that each is stored before the next block arrives. A piece continues where
 * the one before ended, so that on a chain that is busier than its node every owner has its turn.
 *
 * @returns Whether there is more to read.
 * @throws StateUnavailableError if the node does not have the state of the tip.
 * @throws Error if the node does not respond.
 * @example
 * while (await refresh(store, rpc)) {}
 */
export async function refresh(
  store: ChainWriter,
  rpc: RpcClient,
  {
    limit = affordableLimit(rpc, PAIRS),
    turns = new Turns(),
    onSetAside = () => {},
    rereadSeconds,
  }: RefreshOptions = {},
): Promise<boolean> {
  const tip = await store.tip();
  if (!tip) {
    return false;
  }
  for (const contract of await store.listRetries(RETRIES)) {
    await store.retryAside(contract, OF_RETRY);
  }
  const { nfts, hasAside } = await takeNfts(store, turns, limit.pairs);
  const { pairs, next, isAside } = await takePairs(store, turns, limit);
  const tokens = await store.listDueTokens(TOKENS);
  if (pairs.length + nfts.length + tokens.length === 0) {
    turns.endPasses();
    return isAside || hasAside;
  }
  const piece = { pairs, nfts, tokens };
  const results = await readContracts(store, rpc, tip, piece, callBudget(rpc));
  if (results === undefined) {
    return true;
  }
  const { more } = await settleContracts(store, tip, { ...results, rereadSeconds }, onSetAside);
  const { read } = results;
  turns.goesOn = true;
  turns.nfts = read.nfts.at(-1)?.owner;
  const last = read.pairs.at(-1);
  if (!more) {
    turns.endPasses();
  } else if (read.pairs.length < pairs.length && last) {
    turns.pairs = { owner: last.owner, token: undefined };
  } else if (next) {
    turns.pairs = next;
  } else {
    turns.beginPass();
  }
  return more;
}

/** Takes the NFTs of the next owners. @returns hasAside: whether there were any of contracts that are set aside. */
async function takeNfts(store: ChainWriter, turns: Turns, limit: number) {
  const list = (position: Hex | undefined) => store.listNftsWithoutUri(position, limit);
  let after = turns.nfts;
  let listed = await list(after);
  if (!turns.goesOn && listed.length === limit) {
    after = anyOwner();
    listed = await list(after);
  }
  if (listed.length === 0 && after !== undefined) {
    listed = await list(undefined);
  }
  const aside = listed.filter(({ isAside }) => isAside);
  if (aside.length > 0) {
    await store.waitAside({ pairs: [], nfts: aside });
  }
  return { nfts: listed.filter(({ isAside }) => !isAside), hasAside: aside.length > 0 };
}

/** Takes the pairs of the next owners, from the lowest one on after the highest. */
async function takePairs(store: ChainWriter, turns: Turns, limit: PairLimit) {
  turns.noteWaiting();
  const taken = await takeReadable(store, turns.pairs, limit);
  if (!turns.goesOn && taken.next) {
    const backlog = await takeReadable(store, { owner: anyOwner(), token: undefined }, limit);
    return backlog.pairs.length > 0 ? backlog : taken;
  }
  if (taken.pairs.length === 0 && !taken.isAside && turns.pairs) {
    turns.beginPass();
    return takeReadable(store, undefined, limit);
  }
  return taken;
}

/**
 * Takes the pairs of the next owners, and has those of contracts that are set aside wait apart.
 *
 * @returns isAside: whether there were any of these.
 */
async function takeReadable(store: ChainWriter, after: PairPosition | undefined, limit: PairLimit) {
  let isAside = false;
  for (let turn = 1; ; turn += 1) {
    const taken = await takeOwners(store.listPending, after, limit);
    const aside = taken.pairs.filter((pair) => pair.isAside);
    if (aside.length === 0 || turn === MAX_PASSED_OVER) {
      const pairs = taken.pairs.filter((pair) => !pair.isAside);
      return { pairs, next: taken.next, isAside };
    }
    await store.waitAside({ pairs: aside, nfts: [] });
    isAside = true;
  }
}

/**
 * Re-reads some balances that no log has changed: tokens that rebase or pay interest emit no log.
 * All pairs of an owner are read together, including those that logs have touched in the meantime.
 *
 * @param after Position at which the previous sweep ended.
 * @returns next: position at which the next sweep continues; undefined: at the beginning. corrected: how many balances
 *   had changed without a log.
 * @throws StateUnavailableError if the node does not have the state of the tip.
 * @throws Error if the node does not respond.
 */
export async function sweep(
  store: ChainWriter,
  rpc: RpcClient,
  after: PairPosition | undefined,
  limit: PairLimit,
  { onSetAside = () => {}, rereadSeconds }: ReadOptions = {},
) {
  const nothing = { next: after, corrected: 0 };
  const tip = await store.tip();
  if (!tip) {
    return nothing;
  }
  const { pairs: known, next } = await takeOwners(store.listPairs, after, limit);
  const pairs = known.filter((pair) => !pair.isAside);
  if (pairs.length === 0) {
    return { next, corrected: 0 };
  }
  const piece = { pairs, nfts: [], tokens: [] };
  const results = await readContracts(store, rpc, tip, piece);
  if (!results) {
    return nothing;
  }
  const clean = new Map(
    pairs
      .filter(({ isPending }) => !isPending)
      .map(({ owner, token, raw }) => [owner + token, raw]),
  );
  const corrected = results.balances.filter(
    ({ owner, token, raw }) => (clean.get(owner + token) ?? raw) !== raw,
  ).length;
  const isNew =
    corrected + results.tokens.length + results.refused.size > 0 || clean.size < pairs.length;
  const isWritten =
    !isNew ||
    (await settleContracts(store, tip, { ...results, rereadSeconds }, onSetAside)).isWritten;
  return isWritten ? { next, corrected } : nothing;
}
