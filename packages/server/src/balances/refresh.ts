import type { RpcClient } from "../source/json-rpc.ts";
import type { SetAside } from "../store/chain-reader.ts";
import type { ChainWriter, PairPosition } from "../store/chain-writer.ts";
import { affordableLimit, callBudget, readContracts } from "./budget.ts";
import { type PairLimit, takeOwners } from "./owners.ts";
import { settleContracts } from "./settle-contracts.ts";

const PAIRS = 500;
/** Tokens whose properties are read again at once. */
const TOKENS = 20;
/** Contracts that were set aside and are tried again at once, and how much of each. */
const [RETRIES, OF_RETRY] = [10, 500];
/** Pieces without anything to read that are passed over in one call: all of their contracts are set aside. */
const MAX_PASSED_OVER = 20;

/** A pass over the pending pairs of a store, from the lowest owner to the highest. */
interface Pass {
  /** Position at which it continues; undefined: at the beginning. */
  readonly next: PairPosition | undefined;
  readonly startedAt: number;
  /** Duration of the pass before, in milliseconds. */
  readonly beforeMs: number;
}

/** Where the reading of pending state goes on. Each follower has one. */
export interface Turns {
  /** Absent if everything was read. */
  pass?: Pass | undefined;
}

/**
 * Returns the longest time that a pending pair can have waited to be read, in seconds; 0 if all were read at
 * the last call of `refresh`. Pairs of contracts that are set aside are not counted.
 */
export function longestWait({ pass }: Turns): number {
  return pass ? (pass.beforeMs + elapsedMs(pass)) / 1000 : 0;
}

/** Options of `refresh` and `sweep`. */
interface ReadOptions {
  /** Called for each contract whose results cannot be processed. */
  readonly onSetAside?: (contract: SetAside) => void;
  /** Seconds after which properties of tokens are read again. */
  readonly rereadSeconds?: number | undefined;
}

/** Options of `refresh`. */
interface RefreshOptions extends ReadOptions {
  /** Size of a piece. Default: as many pairs as the rate limit of the provider allows. */
  readonly limit?: PairLimit;
  /** Where the piece before ended. Default: it is the first one. */
  readonly turns?: Turns;
}

/**
 * Reads state that logs only indicate: changed balances, properties of new tokens and of those that are to be read again,
 * metadata URIs of new NFTs.
 * It is read at the latest stored block, and stored if that block is still the latest one.
 *
 * Each call reads one bounded piece: the pairs of as many whole owners as fit. Pieces are smaller where
 * a provider limits calls, so that each is stored before the next block arrives. A piece continues where the
 * one before ended, so that on a chain that is busier than its node every owner has its turn.
 *
 * @returns Whether there is more to read.
 * @throws StateUnavailableError if the node does not have the state of the latest stored block.
 * @throws Error if the node does not respond.
 * @example
 * while (await refresh(store, rpc)) {}
 */
export async function refresh(
  store: ChainWriter,
  rpc: RpcClient,
  {
    limit = affordableLimit(rpc, PAIRS),
    turns = {},
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
  let pass = turns.pass ?? newPass(0);
  let { pairs, next, isAside } = await takeReadable(store, pass.next, limit);
  if (pairs.length === 0 && !isAside && pass.next) {
    pass = newPass(elapsedMs(pass));
    ({ pairs, next, isAside } = await takeReadable(store, undefined, limit));
  }
  // Balances come first.
  const room = limit.pairs - pairs.length;
  const listed = room > 0 ? await store.listNftsWithoutUri(room) : [];
  const nfts = listed.filter((nft) => !nft.isAside);
  if (nfts.length < listed.length) {
    await store.waitAside({ pairs: [], nfts: listed.filter((nft) => nft.isAside) });
    isAside = true;
  }
  const tokens = await store.listDueTokens(TOKENS);
  if (pairs.length + nfts.length + tokens.length === 0) {
    turns.pass = undefined;
    return isAside;
  }
  const results = await readContracts(
    store,
    rpc,
    tip,
    { pairs, nfts, tokens },
    { budget: callBudget(rpc), rereadSeconds },
  );
  if (results === undefined) {
    return true;
  }
  const { more } = await settleContracts(store, tip, results, onSetAside);
  const last = pairs[results.pairsRead - 1];
  const isCut = results.pairsRead < pairs.length && last !== undefined;
  const position = isCut ? { owner: last.owner, token: undefined } : next;
  const goesOn = position ? { ...pass, next: position } : newPass(elapsedMs(pass));
  turns.pass = more ? goesOn : undefined;
  return more;
}

/**
 * Takes the pairs of the next owners, and has those of contracts that are set aside wait apart.
 *
 * @returns isAside: whether there were any of these.
 */
async function takeReadable(store: ChainWriter, after: PairPosition | undefined, limit: PairLimit) {
  let isAside = false;
  for (let turn = 1; ; turn += 1) {
    const taken = await takeOwners(store.listDirty, after, limit);
    const aside = taken.pairs.filter((pair) => pair.isAside);
    if (aside.length > 0) {
      await store.waitAside({ pairs: aside, nfts: [] });
      isAside = true;
    }
    const pairs = taken.pairs.filter((pair) => !pair.isAside);
    if (pairs.length > 0 || aside.length === 0 || turn === MAX_PASSED_OVER) {
      return { pairs, next: taken.next, isAside };
    }
  }
}

function elapsedMs({ startedAt }: Pass): number {
  return performance.now() - startedAt;
}

function newPass(beforeMs: number): Pass {
  return { next: undefined, startedAt: performance.now(), beforeMs };
}

/** Result of a sweep. */
interface Sweep {
  /** Position at which the next sweep continues; undefined: at the beginning. */
  readonly next: PairPosition | undefined;
  /** Balances that had changed without a log. */
  readonly corrected: number;
}

/**
 * Re-reads some balances that no log has changed: tokens that rebase or pay interest emit no log.
 * All pairs of an owner are read together, including those that logs have touched in the meantime.
 *
 * @param after Position at which the previous sweep ended.
 * @throws StateUnavailableError if the node does not have the state of the latest stored block.
 * @throws Error if the node does not respond.
 */
export async function sweep(
  store: ChainWriter,
  rpc: RpcClient,
  after: PairPosition | undefined,
  limit: PairLimit,
  { onSetAside = () => {}, rereadSeconds }: ReadOptions = {},
): Promise<Sweep> {
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
  const results = await readContracts(store, rpc, tip, piece, { rereadSeconds });
  if (!results) {
    return nothing;
  }
  const clean = new Map(
    pairs.filter(({ isDirty }) => !isDirty).map(({ owner, token, raw }) => [owner + token, raw]),
  );
  let corrected = 0;
  for (const { owner, token, raw } of results.balances) {
    corrected += (clean.get(owner + token) ?? raw) === raw ? 0 : 1;
  }
  const isNew =
    corrected + results.tokens.length + results.refused.size > 0 || clean.size < pairs.length;
  if (isNew && !(await settleContracts(store, tip, results, onSetAside)).isWritten) {
    return nothing;
  }
  return { next, corrected };
}
