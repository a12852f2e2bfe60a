import {
  type Hex,
  type NftIds,
  type NftName,
  type NftRange,
  type NftTransfer,
  type TouchedPair,
  ZERO_ADDRESS,
} from "../chain/records.ts";
import type { RpcLog } from "../chain/rpc-types.ts";
import type { BlockChange } from "../store/chain-writer.ts";

export type TokenEvents = Omit<BlockChange, "block" | "transactions">;

export const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** `ERC20Transfer(address,address,uint256)`: what the first version of ERC-404 emits for amounts. */
export const ERC20_TRANSFER = "0xe59fdd36d0d223c0c7d996db7ad796880f45e1936cb0bb7ac102e7082e031487";
/** `ConsecutiveTransfer(uint256,uint256,address,address)` of ERC-2309. */
export const CONSECUTIVE_TRANSFER =
  "0xdeaa91b6123d068f5821d0fb0678463d1a8a6079fe8af5de3ce5e896dcf9133d";
/** `Upgraded(address)` and `BeaconUpgraded(address)` of ERC-1967. */
const UPGRADED = "0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b";
const BEACON_UPGRADED = "0x1cf3b03a6cf19fa2baba4df148e9dcabedea7f8a5c07840e207e5c089be95d3e";
/** `DiamondCut` of ERC-2535. */
const DIAMOND_CUT = "0x8faa70878671ccd212d20771b795c50af8fd3ff6cf27f4bde57e5d4de0aeb673";
/** `MetadataUpdate(uint256)` and `BatchMetadataUpdate(uint256,uint256)` of ERC-4906. */
const METADATA_UPDATE = "0xf8e1a15aba9398e019f0b49df1a4fde98ee17ae345cb5f6b5e2c27f5033e8ce7";
const BATCH_METADATA_UPDATE = "0x6bd5c950a8d8df17f772f5af37cb3655737899cbf903264b9795592da439661c";
/** Wrapped native tokens emit these instead of Transfer. */
export const DEPOSIT = "0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c";
const WITHDRAWAL = "0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65";

/** NFTs of ranges that are listed one by one, so that their metadata are read: a range costs as little as one transfer. */
const MAX_LISTED = 1_000n;

const WORD_DIGITS = 64;
const WORD_LENGTH = 2 + WORD_DIGITS;

/** Start of a topic that holds an address. */
const PADDING = `0x${"0".repeat(24)}`;
/** Start of a word that is an amount rather than an address: below 2^96, where nobody has a key. */
const AMOUNT = `0x${"0".repeat(40)}`;

/** Emits a Transfer for transfers of the native token (EIP-7708). */
const SYSTEM_ADDRESS = `0x${"f".repeat(39)}e`;

/**
 * Extracts the token events of logs by their shape. Transfer has the same signature in both standards:
 * ERC-721 has all three values in topics, ERC-20 has the addresses in topics and the amount as data. Data behind these
 * values are ignored. Some contracts of NFTs have the id as data as well. What else has the signature of a transfer,
 * such as one without indexed addresses in contracts older than the standards, is listed as unrecognized. ERC-1155 has
 * other events.
 *
 * Ambiguous logs are resolved later by the contract, see `balances/`.
 *
 * @returns NFT transfers and ranges in log order, and each touched or unrecognized pair once.
 * @example
 * const { nftTransfers, touched } = tokenEvents(source.receipts.flatMap(({ logs }) => logs));
 */
export function tokenEvents(logs: readonly RpcLog[]): TokenEvents {
  const nftTransfers: NftTransfer[] = [];
  const nftRanges: NftRange[] = [];
  const touched = new Map<string, TouchedPair>();
  const possibleNfts: NftTransfer[] = [];
  const unrecognized = new Map<string, TouchedPair>();
  const upgraded = new Set<Hex>();
  const updated: NftIds[] = [];
  /** NFTs of ranges that are listed one by one. */
  let listed = 0n;
  const touch = (token: Hex, owner: Hex) => {
    if (owner !== ZERO_ADDRESS) {
      touched.set(token + owner, { token, owner });
    }
  };
  const noteUnrecognized = (token: Hex, log: RpcLog) => {
    for (const owner of namedWallets(log)) {
      touch(token, owner);
      unrecognized.set(token + owner, { token, owner });
    }
  };
  /** Notes a transfer whose value is data: an amount, unless the contract is one of NFTs. */
  const noteValue = (kind: Hex, from: Hex, to: Hex, value: Hex, log: RpcLog) => {
    const token = log.address.toLowerCase() as Hex;
    const transfer = nftTransfer(token, from, to, value, log);
    touch(token, transfer.from);
    touch(token, transfer.to);
    // The amount may be indexed in place of an address, which is the data then: balances of all three are asked for.
    if (isWallet(value) && !(isWallet(from) && isWallet(to))) {
      touch(token, addressOf(value));
    }
    // One that touches no pair is not undone.
    if (kind === TRANSFER && !(transfer.from === ZERO_ADDRESS && transfer.to === ZERO_ADDRESS)) {
      possibleNfts.push(transfer);
    }
  };
  for (const log of logs) {
    const [kind, first, second, third] = log.topics;
    const token = log.address.toLowerCase() as Hex;
    if (token === SYSTEM_ADDRESS) {
      continue;
    }
    const hasWord = log.data.length >= WORD_LENGTH;
    switch (kind) {
      case TRANSFER:
      case ERC20_TRANSFER:
        if (!isAddress(first) || !isAddress(second)) {
          noteUnrecognized(token, log);
          const [from, to, value] = log.topics.length === 1 ? wordsOf(log) : [];
          if (value && isAddress(from) && isAddress(to)) {
            noteValue(kind, from, to, value, log);
          }
        } else if (third && kind === TRANSFER) {
          nftTransfers.push(nftTransfer(token, first, second, third, log));
        } else if (!third && hasWord) {
          noteValue(kind, first, second, log.data.slice(0, WORD_LENGTH) as Hex, log);
        } else {
          noteUnrecognized(token, log);
        }
        break;
      case DEPOSIT:
      case WITHDRAWAL:
        if (isAddress(first) && log.topics.length === 2 && hasWord) {
          touch(token, addressOf(first));
        }
        break;
      case CONSECUTIVE_TRANSFER: {
        const range = nftRange(token, log);
        const length = range ? range.last - range.first + 1n : 0n;
        if (range && length + listed <= MAX_LISTED) {
          const { from, to, logIndex } = range;
          nftTransfers.push(...namesOf(range).map((nft) => ({ ...nft, from, to, logIndex })));
          listed += length;
        } else if (range) {
          nftRanges.push(range);
        } else {
          noteUnrecognized(token, { ...log, topics: log.topics.slice(1), data: "0x" });
        }
        break;
      }
      case UPGRADED:
      case BEACON_UPGRADED:
      case DIAMOND_CUT:
        upgraded.add(token);
        break;
      case METADATA_UPDATE:
      case BATCH_METADATA_UPDATE: {
        const [firstId, lastId = firstId] = wordsOf(log);
        if (firstId && lastId) {
          updated.push({ collection: token, first: BigInt(firstId), last: BigInt(lastId) });
        }
        break;
      }
    }
  }
  return {
    nftTransfers,
    nftRanges,
    touched: [...touched.values()],
    possibleNfts,
    unrecognized: [...unrecognized.values()],
    upgraded: [...upgraded],
    updated,
  };
}

function nftTransfer(collection: Hex, from: Hex, to: Hex, id: Hex, log: RpcLog): NftTransfer {
  return {
    collection,
    tokenId: BigInt(id),
    from: addressOf(from),
    to: addressOf(to),
    logIndex: Number(log.logIndex),
  };
}

/** Reads a transfer of ERC-2309; undefined if it is not one of the standard. */
function nftRange(collection: Hex, { topics, data, logIndex }: RpcLog): NftRange | undefined {
  const [, firstId, from, to] = topics;
  if (!firstId || !isAddress(from) || !isAddress(to) || data.length < WORD_LENGTH) {
    return undefined;
  }
  const [first, last] = [BigInt(firstId), BigInt(data.slice(0, WORD_LENGTH))];
  const log = { from: addressOf(from), to: addressOf(to), logIndex: Number(logIndex) };
  return last < first ? undefined : { collection, first, last, ...log };
}

/** Returns the NFTs of a range. */
export function namesOf({ collection, first, last }: NftIds): NftName[] {
  return Array.from({ length: Number(last - first) + 1 }, (_, at) => ({
    collection,
    tokenId: first + BigInt(at),
  }));
}

/** Returns up to four values of a log, wherever it has them: in topics or in data. */
function wordsOf({ topics, data }: RpcLog): readonly Hex[] {
  const values = topics.slice(1);
  for (let at = 2; values.length < 4 && at + WORD_DIGITS <= data.length; at += WORD_DIGITS) {
    values.push(`0x${data.slice(at, at + WORD_DIGITS)}`);
  }
  return values;
}

/** Returns the wallets that a transfer may name; the zero address if it names none. */
function namedWallets(log: RpcLog): readonly Hex[] {
  const wallets = wordsOf(log).filter(isAddress).map(addressOf);
  const named = wallets.filter((wallet) => wallet !== ZERO_ADDRESS);
  return named.length > 0 ? named : [ZERO_ADDRESS];
}

/** Whether a topic is a padded address. */
function isAddress(topic: Hex | undefined): topic is Hex {
  return topic?.startsWith(PADDING) === true;
}

/** Whether a word is an address that is not almost all zeros, as amounts are. */
function isWallet(word: Hex): boolean {
  return isAddress(word) && !word.startsWith(AMOUNT);
}

function addressOf(topic: Hex): Hex {
  return `0x${topic.slice(-40).toLowerCase()}`;
}
