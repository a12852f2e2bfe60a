import { createSecretKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Hex } from "../src/chain/records.ts";
import { addressDataHandlers } from "../src/handlers/address-data.ts";
import { chainFinder } from "../src/handlers/finality.ts";
import { type Cacheable, JsonText } from "../src/http/caching.ts";
import { createCursors } from "../src/http/cursor.ts";
import { HttpError } from "../src/http/http-error.ts";
import { storedChain } from "../src/ingest/stored-chain.ts";
import type { ChainReader } from "../src/store/chain-reader.ts";
import type { ChainWriter, PairPosition } from "../src/store/chain-writer.ts";
import { besideWriter, type StoreLocation } from "../src/store/open.ts";
import { EVERY_WALLET } from "../src/store/rows.ts";
import { ENGINES, type Engine, LATE, untilEnd } from "./support/engines.ts";
import { COLLECTION, DATA_COLLECTION, entryOf, History, WALLETS } from "./support/history.ts";
import { random } from "./support/ingest.ts";
import { seeds } from "./support/thorough.ts";

const STEPS = 12;
const OPERATIONS = ["getAddressTransactions", "getErc20Balances", "getErc721Balances"] as const;
const CURSORS = createCursors(createSecretKey(Buffer.alloc(32)));

interface Page {
  readonly transactions?: readonly { readonly transaction_hash: string }[];
  readonly erc20TokenBalances?: readonly {
    readonly raw_balance: string;
    readonly contract: { readonly address: Hex; readonly decimals: number | null };
  }[];
  readonly erc721TokenBalances?: readonly { readonly tokenId: string }[];
}

/** What a handler responds with, and what the response says that it covers. */
interface Listed {
  readonly operation: (typeof OPERATIONS)[number];
  readonly wallet: Hex;
  /** Undefined for 503. */
  readonly items: readonly string[] | undefined;
  readonly coverage: string;
}

async function list(
  reader: ChainReader,
  operation: Listed["operation"],
  wallet: Hex,
): Promise<Listed> {
  const chains = new Map([["ethereum", reader]]);
  const handlers = addressDataHandlers(chainFinder(chains), CURSORS, undefined);
  const params = { chainName: "ethereum", walletAddress: wallet, limit: 100 };
  try {
    const listing = (await handlers[operation]?.(params, () => "")) as Cacheable<unknown>;
    const { coverage = "", data } = await listing.read();
    const shown = data();
    const page = shown instanceof JsonText ? JSON.parse(shown.text) : shown;
    return { operation, wallet, items: itemsOf(page as Page), coverage };
  } catch (error) {
    if (error instanceof HttpError && error.status === 503) {
      return { operation, wallet, items: undefined, coverage: "" };
    }
    throw error;
  }
}

function itemsOf({ transactions, erc20TokenBalances, erc721TokenBalances }: Page): string[] {
  return [
    ...(transactions ?? []).map((each) => each.transaction_hash),
    ...(erc20TokenBalances ?? []).map((each) =>
      entryOf(each.contract.address, BigInt(each.raw_balance), each.contract.decimals),
    ),
    ...(erc721TokenBalances ?? []).map((each) => each.tokenId),
  ];
}

function listAll(reader: ChainReader): Promise<Listed[]> {
  const requests = OPERATIONS.flatMap((operation) =>
    WALLETS.map((wallet) => list(reader, operation, wallet)),
  );
  return Promise.all(requests);
}

/** Responses that claimed to be complete: a history without any shows nothing. */
let claims = 0;
/** Those of them from chains that do not begin at block 0. */
let discoveries = 0;

function isComplete({ coverage }: Listed): boolean {
  return /\bcomplete(?!=)/.test(coverage);
}

/** Whether a response says no more about itself than is true by the whole history. */
function isHonest({ operation, wallet, items, coverage }: Listed, history: History): boolean {
  const members = new Map(coverage.split(", ").map((each) => each.split("=") as [string, string]));
  const isComplete = members.has("complete") && members.get("complete") !== "?0";
  const [from, to] = [Number(members.get("from")), Number(members.get("to"))];
  if (items === undefined || Number.isNaN(from)) {
    return !isComplete;
  }
  if (to >= history.blocks.length) {
    return false;
  }
  const all = {
    getAddressTransactions: () => history.transactionsOf(wallet, 0, to),
    getErc20Balances: () => history.tokensOf(wallet, to),
    getErc721Balances: () => history.nftsOf(wallet, to),
  }[operation]();
  if (isComplete) {
    claims += 1;
    discoveries += from > 0 ? 1 : 0;
    const isWhole = from === 0 || operation !== "getAddressTransactions";
    return isWhole && String(items) === String(all);
  }
  if (operation === "getAddressTransactions") {
    return String(items) === String(history.transactionsOf(wallet, from, to));
  }
  if (operation === "getErc20Balances" && items.length === 0) {
    // No block that is stored names a token that the wallet holds.
    const pairs = history.changes(from, to).flatMap(({ touched }) => touched);
    const own = new Set(pairs.filter(({ owner }) => owner === wallet).map(({ token }) => token));
    return !all.some((entry) => own.has(entry.split(" ")[0] as Hex));
  }
  return !members.has("balances") || items.every((entry) => all.includes(entry));
}

function dishonest(lists: readonly Listed[], histories: readonly History[]): string[] {
  return lists
    .filter((listed) => !histories.some((history) => isHonest(listed, history)))
    .map(
      ({ operation, wallet, coverage, items }) => `${operation} ${wallet} ${coverage}: ${items}`,
    );
}

async function add(store: ChainWriter, history: History): Promise<History> {
  const tip = await store.tip();
  const changes = history.changes((tip?.number ?? -1) + 1, history.blocks.length);
  await storedChain(store).add(changes);
  return history;
}

/** Reads balances as a node has them: those of some pairs only, if it limits calls. */
async function readBalances(
  store: ChainWriter,
  history: History,
  limit: number,
  after?: PairPosition,
): Promise<void> {
  const { balances } = history.holdingsAt(history.tip.number);
  for (const contract of await store.listRetries(9)) {
    await store.retryAside(contract, limit);
  }
  const listed = await store.listPending(after, limit);
  await store.waitAside({ pairs: listed.filter(({ isAside }) => isAside), nfts: [] });
  const results = listed
    .filter(({ isAside }) => !isAside)
    .map(({ owner, token, isLost }) => ({
      ...{ owner, token },
      raw: isLost ? 0n : (balances.get(owner + token) ?? 0n),
    }));
  const collections = [COLLECTION, DATA_COLLECTION];
  const used = [...collections, ...results.map(({ token }) => token)];
  const asked = [...(await store.unknownTokens(used)), ...(await store.listDueTokens(limit))];
  const tokens = [...new Set(asked)].map((address) => {
    const isErc721 = collections.includes(address);
    const decimals = isErc721 ? null : history.decimalsOf(address, history.tip.number);
    const standard = isErc721 ? ("ERC721" as const) : null;
    const name = "Token";
    return { address, name, symbol: name, decimals, standard, isErc721, isErc20: !isErc721 };
  });
  await store.settle(history.tip, { tokens, nfts: [], balances: results });
}

/**
 * Adds what some wallets, or all, received below the oldest block, as `discover` finds it in logs: from where it was
 * interrupted, down to a block where it may be again.
 */
async function discover(
  pick: (below: number) => number,
  place: StoreLocation,
  store: ChainWriter,
  history: History,
  first: number,
) {
  const wallets = pick(4) === 0 ? [EVERY_WALLET] : WALLETS.filter(() => pick(2) === 0);
  const isOf = (owner: Hex) => wallets.includes(owner) || wallets.includes(EVERY_WALLET);
  const read = await store.logsReadOf(wallets);
  const endOf = (wallet: Hex) =>
    Math.min(read.find((each) => each.wallet === wallet)?.lowest || first, first);
  const end = Math.max(0, ...wallets.map(endOf));
  const lowest = pick(2) === 0 ? 0 : pick(end + 1);
  const below = history.changes(lowest, end - 1);
  const { owners, dataOwners } = history.holdingsAt(history.tip.number);
  const inData = new Set(
    below.flatMap(({ possibleNfts }) => possibleNfts.map(({ tokenId }) => tokenId)),
  );
  const nftsOf = (collection: Hex, ids: ReadonlySet<bigint>, known: ReadonlyMap<bigint, Hex>) =>
    [...ids].flatMap((tokenId) => {
      const owner = known.get(tokenId);
      return owner && isOf(owner) ? [{ collection, tokenId, owner }] : [];
    });
  const received = new Set(
    below.flatMap(({ nftTransfers, nftRanges }) => [
      ...nftTransfers.map(({ tokenId }) => tokenId),
      ...nftRanges.flatMap(({ first: id }) => [id, id + 1n, id + 2n]),
    ]),
  );
  const found = {
    pairs: below.flatMap(({ touched }) => touched).filter(({ owner }) => isOf(owner)),
    nfts: [...nftsOf(COLLECTION, received, owners), ...nftsOf(DATA_COLLECTION, inData, dataOwners)],
    unrecognized: below.flatMap(({ unrecognized }) => unrecognized),
    wallets,
    lowest,
    restsOn: [history.tip],
  };
  expect(await besideWriter(place, (chain) => chain.addReceived(found))).toBeDefined();
}

/** Does one of the things that happen to a store. Returns the history afterwards. */
async function act(
  pick: (below: number) => number,
  place: StoreLocation,
  store: ChainWriter,
  history: History,
  isRefused: boolean,
): Promise<History> {
  const first = (await store.oldest())?.number ?? 0;
  switch (pick(14)) {
    case 12: {
      // Neither end takes blocks that would leave a gap, which no list could state.
      const gap = history.grown(pick).grown(pick).blocks.length - 1;
      const above = history.grown(pick).grown(pick).changes(gap, gap);
      await expect(store.addBlocks(above, history.tip)).rejects.toThrow("gap");
      if (first > 1) {
        const below = history.changes(first - 2, first - 2);
        await expect(store.prependBlocks(below, history.nameOf(first))).rejects.toThrow("gap");
      }
      return history;
    }
    case 13:
      // A node that is too slow: some pairs wait while others are read.
      if (!isRefused) {
        const owner = WALLETS[pick(WALLETS.length)] as Hex;
        await readBalances(store, history, 1 + pick(2), { owner, token: undefined });
      }
      return history;
    case 10: {
      // The node reverts every block that is stored, and more than can be rolled back: the chain starts over.
      const other = new History().grown(pick).grown(pick).grown(pick).grown(pick);
      expect(await store.clear(history.tip)).toBe(true);
      const from = pick(2) === 0 ? 0 : pick(other.blocks.length);
      const started = other.changes(from, other.blocks.length);
      expect(await store.addBlocks(started, undefined)).toBe(true);
      return other;
    }
    case 11:
      // The node has another chain, which cannot be followed yet.
      await store.setOrphaned(pick(3) === 0 ? null : history.tip.hash);
      return history;
    case 0:
    case 1:
      return add(store, history.grown(pick).grown(pick));
    case 2: {
      const common = history.shortened(1 + pick(3));
      const grown = common.grown(pick).grown(pick).grown(pick);
      if (common.blocks.length > first) {
        expect(await store.rollbackTo(common.tip.number, history.tip)).toBe(true);
        return add(store, grown);
      }
      if (first === 0) {
        return history;
      }
      // Blocks below the oldest one are replaced as well: the chain starts over.
      const other = common
        .shortened(pick(common.blocks.length))
        .grown(pick)
        .grown(pick)
        .grown(pick);
      expect(await store.rollbackTo(first - 1, history.tip)).toBe(true);
      const from = pick(other.blocks.length);
      const started = other.changes(from, other.blocks.length);
      expect(await store.addBlocks(started, undefined)).toBe(true);
      return other;
    }
    case 3:
    case 4: {
      const lower = history.changes(Math.max(0, first - 1 - pick(8)), first - 1);
      await storedChain(store).prepend(lower, history.nameOf(first));
      return history;
    }
    case 5: {
      const [dirty] = await store.listPending(undefined, 1);
      if (dirty && pick(3) === 0) {
        await store.setAside(dirty.token, "results that cannot be processed");
      }
      await store.pruneBelow(pick(8) === 0 ? 1 + pick(history.blocks.length) : 0, 100);
      return history;
    }
    case 6:
      await discover(pick, place, store, history, first);
      return history;
    default:
      if (!isRefused) {
        await readBalances(store, history, pick(3) === 0 ? 1 + pick(3) : 100);
      }
      return history;
  }
}

async function run(engine: Engine, seed: number): Promise<string[]> {
  const pick = random(seed);
  const place = await engine.place();
  let store = await engine.openWriter(place);
  const reader = untilEnd(await engine.openReader(place));
  let history = Array.from({ length: 4 + pick(8) }).reduce<History>(
    (before) => before.grown(pick),
    new History(),
  );
  const from = pick(2) === 0 ? 0 : pick(history.blocks.length);
  await store.addBlocks(history.changes(from, history.blocks.length), undefined);
  // An imported chain, or one behind a node that refuses to call contracts, gets no balances.
  const isRefused = pick(8) === 0;
  const found: string[] = [];
  for (let step = 0; step < STEPS && found.length === 0; step += 1) {
    if (pick(8) === 0) {
      await store.close();
      store = await engine.openWriter(place);
    }
    const before = history;
    const acting = act(pick, place, store, history, isRefused);
    const during = await listAll(reader);
    history = await acting;
    // Either may be what was read while blocks were replaced.
    found.push(...dishonest(during, [before, history]));
    const after = await listAll(reader);
    found.push(...dishonest(after, [history]));
    if ((await store.extent(undefined)).isOrphaned) {
      found.push(...after.filter(isComplete).map(({ coverage }) => `a forked chain: ${coverage}`));
    }
  }
  await store.close();
  return found;
}

describe.each([...ENGINES, LATE])("$name", (engine) => {
  const [few, many] = engine.name === "SQLite" ? [6, 1_000] : [1, 40];
  test.each(seeds(few, many))(
    "no response claims to be complete and is not (seed %i)",
    async (seed) => {
      expect(await run(engine, seed)).toEqual([]);
    },
    120_000,
  );

  test("some responses are complete", () => {
    expect(claims).toBeGreaterThan(few);
    expect(discoveries).toBeGreaterThanOrEqual(Math.floor(few / 20));
    claims = 0;
    discoveries = 0;
  });
});
