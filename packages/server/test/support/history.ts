import type { BlockName, Hex, NftTransfer, TouchedPair } from "../../src/chain/records.ts";
import type { BlockChange } from "../../src/store/chain-writer.ts";
import { address, blockOf, word } from "./blocks.ts";

export const WALLETS: readonly Hex[] = [1, 2, 3, 4].map(address);
const TOKENS: readonly Hex[] = [0x20, 0x21, 0x22].map(address);
/** Doubles its balances from time to time, without a log. */
const REBASING = address(0x22);
export const COLLECTION = address(0x721);
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
}

/** Everything that the wallets hold after a block. */
interface Holdings {
  /** By wallet and token. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** Owners by token id. */
  readonly owners: ReadonlyMap<bigint, Hex>;
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
    const { balances, owners } = this.holdingsAt(this.blocks.length - 1);
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
      const tokenId = BigInt(pick(4));
      const from = owners.get(tokenId) ?? NOBODY;
      const to = from !== NOBODY && pick(5) === 0 ? NOBODY : WALLETS[pick(WALLETS.length)];
      return { collection: COLLECTION, tokenId, from, to: to ?? NOBODY, logIndex };
    });
    made += 1;
    const touched: TouchedPair[] = possible.flatMap(({ token, from, to }) =>
      [from, to].filter((owner) => owner !== NOBODY).map((owner) => ({ token, owner })),
    );
    const whole = blockOf({ number: this.blocks.length, hash: word(made) }, pick(3));
    const unique = new Map(touched.map((pair) => [pair.owner + pair.token, pair]));
    const change = { ...whole, nftTransfers, touched: [...unique.values()] };
    const block = { change, transfers: possible, isRebase: pick(12) === 0 };
    return new History([...this.blocks, block]);
  }

  /** Returns a history without the last blocks. */
  shortened(depth: number): History {
    return new History(this.blocks.slice(0, -depth));
  }

  holdingsAt(number: number): Holdings {
    const balances = new Map<string, bigint>();
    const owners = new Map<bigint, Hex>();
    const add = (owner: Hex, token: Hex, amount: bigint) => {
      if (owner !== NOBODY) {
        balances.set(owner + token, (balances.get(owner + token) ?? 0n) + amount);
      }
    };
    for (const { change, transfers, isRebase } of this.blocks.slice(0, number + 1)) {
      for (const { token, from, to, amount } of transfers) {
        add(from, token, -amount);
        add(to, token, amount);
      }
      for (const { tokenId, to } of change.nftTransfers) {
        owners.set(tokenId, to);
      }
      for (const [key, raw] of isRebase ? balances : []) {
        if (key.endsWith(REBASING)) {
          balances.set(key, raw * 2n);
        }
      }
    }
    return { balances, owners };
  }

  /** Returns the hashes of the transactions of a wallet in some blocks, newest first. */
  transactionsOf(wallet: Hex, first: number, last: number): string[] {
    return this.changes(first, last)
      .reverse()
      .flatMap(({ transactions }) => transactions.toReversed())
      .filter(({ participants }) => participants.includes(wallet))
      .map(({ record }) => record.hash);
  }

  /** Returns the tokens that a wallet holds, with amounts, in order. */
  tokensOf(wallet: Hex, number: number): string[] {
    const { balances } = this.holdingsAt(number);
    return TOKENS.filter((token) => (balances.get(wallet + token) ?? 0n) > 0n).map((token) =>
      entryOf(token, balances.get(wallet + token) ?? 0n),
    );
  }

  nftsOf(wallet: Hex, number: number): string[] {
    const { owners } = this.holdingsAt(number);
    const ids = [...owners].filter(([, owner]) => owner === wallet).map(([id]) => id);
    return ids.sort((one, other) => Number(one - other)).map(String);
  }
}

/** Names a token and its balance, which is left open if it may have changed without a log. */
export function entryOf(token: Hex, raw: bigint): string {
  return token === REBASING ? token : `${token} ${raw}`;
}
