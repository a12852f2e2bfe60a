import type {
  BlockName,
  Hex,
  NftRange,
  NftTransfer,
  TouchedPair,
} from "../../src/chain/records.ts";
import type { BlockChange } from "../../src/store/chain-writer.ts";
import { address, blockOf, participants, word } from "./blocks.ts";

export const WALLETS: readonly Hex[] = [1, 2, 3, 4].map(address);
const TOKENS: readonly Hex[] = [0x20, 0x21, 0x22].map(address);
/** Doubles its balances from time to time, without a log. */
const REBASING = address(0x22);
/** Changes its unit from time to time, as a proxy that is upgraded. */
const UPGRADED = address(0x21);
export const COLLECTION = address(0x721);
/** Has the ids of its NFTs as log data. */
export const DATA_COLLECTION = address(0x722);
/** Moves tokens with logs that cannot be read. */
const ODD = address(0x723);
/** Ids that are moved alone or as a range. */
const [FIRST_OF_RANGE, LAST_OF_RANGE] = [4n, 6n];
const NOBODY = address(0);

type Pick = (below: number) => number;

interface Transfer {
  readonly token: Hex;
  readonly from: Hex;
  readonly to: Hex;
  readonly amount: bigint;
}

interface HistoryBlock {
  readonly change: BlockChange;
  readonly transfers: readonly Transfer[];
  readonly isRebase: boolean;
  readonly isUpgrade: boolean;
}

/** Everything that the wallets hold after a block. */
interface Holdings {
  /** By wallet and token. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** Owners by token id. */
  readonly owners: ReadonlyMap<bigint, Hex>;
  /** Owners of NFTs whose ids are log data. */
  readonly dataOwners: ReadonlyMap<bigint, Hex>;
  /** Wallets that have received something by a log that cannot be read. */
  readonly odd: ReadonlySet<Hex>;
  /** Decimals of the token that is upgraded. */
  readonly decimals: number;
}

let made = 0;

/** A chain from block 0 on, of random transfers, and what follows from all of its blocks. */
export class History {
  readonly blocks: readonly HistoryBlock[];

  constructor(blocks: readonly HistoryBlock[] = []) {
    this.blocks = blocks;
  }

  get tip(): BlockName {
    return this.nameOf(this.blocks.length - 1);
  }

  nameOf(number: number): BlockName {
    const { block } = this.blocks[number]?.change ?? {};
    if (!block) {
      throw new Error(`the history has no block ${number}`);
    }
    return { number, hash: block.hash };
  }

  /** Returns the changes of blocks, both ends included. */
  changes(first: number, last: number): BlockChange[] {
    return this.blocks.slice(first, last + 1).map(({ change }) => change);
  }

  /** Returns a history with one more block. */
  grown(pick: Pick): History {
    const { balances, owners, dataOwners } = this.holdingsAt(this.blocks.length - 1);
    const transfers = Array.from({ length: pick(4) }, () => {
      const [token = NOBODY, from = NOBODY, to = NOBODY] = [
        TOKENS[pick(TOKENS.length)],
        WALLETS[pick(WALLETS.length)],
        WALLETS[pick(WALLETS.length)],
      ];
      const has = balances.get(from + token) ?? 0n;
      // All of it at times, so that tokens leave a wallet; to nobody, it is burnt.
      return has > 0n && pick(3) > 0
        ? { token, from, to: pick(5) > 0 ? to : NOBODY, amount: pick(2) ? has : 1n }
        : { token, from: NOBODY, to, amount: BigInt(1 + pick(9)) };
    });
    // One transfer of a pair per block is spendable; the rest would need the balances in between.
    const spent = new Set<string>();
    const possible = transfers.filter(({ token, from }) => {
      const isFirst = from === NOBODY || !spent.has(from + token);
      spent.add(from + token);
      return isFirst;
    });
    const nftTransfers: NftTransfer[] = Array.from({ length: pick(2) }, (_, logIndex) => {
      const tokenId = BigInt(pick(7));
      const from = owners.get(tokenId) ?? NOBODY;
      const to = from !== NOBODY && pick(5) === 0 ? NOBODY : WALLETS[pick(WALLETS.length)];
      return { collection: COLLECTION, tokenId, from, to: to ?? NOBODY, logIndex };
    });
    const possibleNfts: NftTransfer[] = Array.from({ length: Number(pick(6) === 0) }, () => {
      const tokenId = BigInt(pick(3));
      const from = dataOwners.get(tokenId) ?? NOBODY;
      const to = WALLETS[pick(WALLETS.length)] ?? NOBODY;
      return { collection: DATA_COLLECTION, tokenId, from, to, logIndex: 8 };
    });
    made += 1;
    const moved = [
      ...possible,
      ...possibleNfts.map(({ collection: token, from, to }) => ({ token, from, to })),
    ];
    const touched: TouchedPair[] = moved.flatMap(({ token, from, to }) =>
      [from, to].filter((owner) => owner !== NOBODY).map((owner) => ({ token, owner })),
    );
    const owner = [NOBODY, ...WALLETS][pick(20)];
    const unrecognized = owner === undefined ? [] : [{ token: ODD, owner }];
    const isUpgrade = pick(10) === 0;
    const whole = blockOf({ number: this.blocks.length, hash: word(made) }, pick(3));
    const unique = new Map(touched.map((pair) => [pair.owner + pair.token, pair]));
    const change = {
      ...{ ...whole, nftTransfers, possibleNfts, unrecognized, touched: [...unique.values()] },
      nftRanges: rangesOf(pick, owners, nftTransfers),
      upgraded: isUpgrade ? [UPGRADED] : [],
    };
    const block = { change, transfers: possible, isRebase: pick(12) === 0, isUpgrade };
    return new History([...this.blocks, block]);
  }

  /** Returns a history without the last blocks. */
  shortened(depth: number): History {
    return new History(this.blocks.slice(0, -depth));
  }

  holdingsAt(number: number): Holdings {
    const balances = new Map<string, bigint>();
    const owners = new Map<bigint, Hex>();
    const dataOwners = new Map<bigint, Hex>();
    const odd = new Set<Hex>();
    let decimals = 0;
    const add = (owner: Hex, token: Hex, amount: bigint) => {
      if (owner !== NOBODY) {
        balances.set(owner + token, (balances.get(owner + token) ?? 0n) + amount);
      }
    };
    for (const { change, transfers, isRebase, isUpgrade } of this.blocks.slice(0, number + 1)) {
      for (const { token, from, to, amount } of transfers) {
        add(from, token, -amount);
        add(to, token, amount);
      }
      for (const { tokenId, to } of change.nftTransfers) {
        owners.set(tokenId, to);
      }
      for (const { first, last, to } of change.nftRanges) {
        for (let id = first; id <= last; id += 1n) {
          owners.set(id, to);
        }
      }
      for (const { collection, tokenId, from, to } of change.possibleNfts) {
        dataOwners.set(tokenId, to);
        add(from, collection, -1n);
        add(to, collection, 1n);
      }
      for (const { owner } of change.unrecognized) {
        odd.add(owner);
      }
      for (const [key, raw] of isUpgrade ? balances : []) {
        if (key.endsWith(UPGRADED.slice(2))) {
          balances.set(key, raw * 10n);
        }
      }
      decimals += isUpgrade ? 1 : 0;
      for (const [key, raw] of isRebase ? balances : []) {
        if (key.endsWith(REBASING)) {
          balances.set(key, raw * 2n);
        }
      }
    }
    return { balances, owners, dataOwners, odd, decimals };
  }

  /** Returns the hashes of the transactions of a wallet in some blocks, newest first. */
  transactionsOf(wallet: Hex, first: number, last: number): string[] {
    return this.changes(first, last)
      .reverse()
      .flatMap(({ transactions }) => transactions.toReversed())
      .filter((transaction) => participants(transaction).includes(wallet))
      .map(({ hash }) => hash);
  }

  /** Returns the tokens that a wallet holds, with amounts, in order. */
  tokensOf(wallet: Hex, number: number): string[] {
    const { balances, odd } = this.holdingsAt(number);
    const held = TOKENS.filter((token) => (balances.get(wallet + token) ?? 0n) > 0n);
    return [
      ...held.map((token) =>
        entryOf(token, balances.get(wallet + token) ?? 0n, this.decimalsOf(token, number)),
      ),
      ...(odd.has(wallet) ? [ODD] : []),
    ];
  }

  decimalsOf(token: Hex, number: number): number {
    return token === UPGRADED ? this.holdingsAt(number).decimals : 0;
  }

  nftsOf(wallet: Hex, number: number): string[] {
    const { owners, dataOwners, odd } = this.holdingsAt(number);
    const idsOf = (all: ReadonlyMap<bigint, Hex>) =>
      [...all]
        .filter(([, owner]) => owner === wallet)
        .map(([id]) => id)
        .sort((one, other) => Number(one - other));
    const ids = [...idsOf(owners), ...idsOf(dataOwners)].map(String);
    return [...ids, ...(odd.has(wallet) ? [ODD] : [])];
  }
}

/** Moves all NFTs of a range at once, from time to time, if they have one owner after the transfers of the block. */
function rangesOf(
  pick: Pick,
  before: ReadonlyMap<bigint, Hex>,
  transfers: readonly NftTransfer[],
): NftRange[] {
  const owners = new Map(before);
  for (const { tokenId, to } of transfers) {
    owners.set(tokenId, to);
  }
  const from = owners.get(FIRST_OF_RANGE) ?? NOBODY;
  let isOne = pick(4) === 0;
  for (let id = FIRST_OF_RANGE; id <= LAST_OF_RANGE; id += 1n) {
    isOne &&= (owners.get(id) ?? NOBODY) === from;
  }
  const to = WALLETS[pick(WALLETS.length)] ?? NOBODY;
  const range = { collection: COLLECTION, first: FIRST_OF_RANGE, last: LAST_OF_RANGE, from, to };
  return isOne ? [{ ...range, logIndex: 9 }] : [];
}

/** Names a token, its balance, which is left open if it may have changed without a log, and its decimals. */
export function entryOf(token: Hex, raw: bigint, decimals: number | null): string {
  return token === REBASING ? token : `${token} ${raw} ${decimals}`;
}
