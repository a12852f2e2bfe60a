import { type Hex, type NftTransfer, type TouchedPair, ZERO_ADDRESS } from "../chain/records.ts";
import type { RpcLog, RpcReceipt } from "../chain/rpc-types.ts";

/** What the logs of a block say about tokens. */
export interface TokenEvents {
  readonly nftTransfers: readonly NftTransfer[];
  readonly touched: readonly TouchedPair[];
}

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** Wrapped native tokens change balances by these two without a Transfer. */
const DEPOSIT = "0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c";
const WITHDRAWAL = "0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65";

/** A value of 32 bytes as the data of a log, which is that and no more. */
const WORD_LENGTH = 66;

/** Logs transfers of the native token in the form of a token's (EIP-7708). */
const SYSTEM_ADDRESS = `0x${"f".repeat(39)}e`;

/**
 * Reads the token events of a block, by the shape of their logs. Transfer has the same name in both
 * standards: an ERC-721 token has all three values in topics and no data, an ERC-20 token has the
 * addresses in topics and the amount as data. Anything else of that name is of neither, also when no
 * value is indexed, as in contracts older than the standards. Events of ERC-1155 have other names.
 *
 * What contracts say about themselves is asked later, and tells apart what logs cannot.
 *
 * @param receipts Of all transactions of the block.
 * @returns Transfers of NFTs in the order of their logs, and each touched pair once.
 * @example
 * const { nftTransfers, touched } = tokenEvents(source.receipts);
 */
export function tokenEvents(receipts: readonly RpcReceipt[]): TokenEvents {
  const nftTransfers: NftTransfer[] = [];
  const touched = new Map<string, TouchedPair>();
  const touch = (token: Hex, owner: Hex) => {
    if (owner !== ZERO_ADDRESS) {
      touched.set(token + owner, { token, owner });
    }
  };
  const all = receipts.flatMap(({ logs }) => logs);
  for (const log of all.filter(({ address }) => address.toLowerCase() !== SYSTEM_ADDRESS)) {
    const [kind, ...values] = log.topics;
    const [first, second, third] = values;
    const token = log.address.toLowerCase() as Hex;
    const hasAmount = log.data.length === WORD_LENGTH;
    if (kind === TRANSFER && isAddress(first) && isAddress(second)) {
      if (third && log.data === "0x") {
        nftTransfers.push(nftTransfer(token, first, second, third, log));
      } else if (!third && hasAmount) {
        touch(token, addressOf(first));
        touch(token, addressOf(second));
      }
    } else if (kind === DEPOSIT || kind === WITHDRAWAL) {
      if (isAddress(first) && values.length === 1 && hasAmount) {
        touch(token, addressOf(first));
      }
    }
  }
  return { nftTransfers, touched: [...touched.values()] };
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

/** Whether a word of 32 bytes is an address. */
function isAddress(topic: Hex | undefined): topic is Hex {
  return topic !== undefined && /^0x0{24}/.test(topic);
}

/** The address in a word of 32 bytes. */
function addressOf(topic: Hex): Hex {
  return `0x${topic.slice(-40).toLowerCase()}`;
}
