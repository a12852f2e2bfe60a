import { type Hex, type NftTransfer, type TouchedPair, ZERO_ADDRESS } from "../chain/records.ts";
import type { RpcLog, RpcReceipt } from "../chain/rpc-types.ts";

/** Token events of a block. */
export interface TokenEvents {
  readonly nftTransfers: readonly NftTransfer[];
  readonly touched: readonly TouchedPair[];
}

export const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** Wrapped native tokens emit these instead of Transfer. */
export const DEPOSIT = "0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c";
const WITHDRAWAL = "0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65";

/** Length of log data of exactly 32 bytes. */
const WORD_LENGTH = 66;

/** Start of a topic that holds an address. */
const PADDING = `0x${"0".repeat(24)}`;

/** Emits a Transfer for transfers of the native token (EIP-7708). */
const SYSTEM_ADDRESS = `0x${"f".repeat(39)}e`;

/**
 * Extracts the token events of a block by the shape of their logs. Transfer has the same signature in
 * both standards: ERC-721 has all three values in topics and no data, ERC-20 has the addresses in
 * topics and the amount as data. Any other shape is ignored, e.g. a Transfer without indexed addresses
 * in contracts older than the standards. ERC-1155 has other events.
 *
 * Ambiguous logs are resolved later by the interfaces that the contract claims (ERC-165).
 *
 * @param receipts Receipts of all transactions of the block.
 * @returns NFT transfers in log order, and each touched pair once.
 * @example
 * const { nftTransfers, touched } = tokenEvents(source.receipts);
 */
export function tokenEvents(receipts: readonly RpcReceipt[]): TokenEvents {
  return logEvents(receipts.flatMap(({ logs }) => logs));
}

/** Extracts the token events of logs, as `tokenEvents` does. */
export function logEvents(logs: readonly RpcLog[]): TokenEvents {
  const nftTransfers: NftTransfer[] = [];
  const touched = new Map<string, TouchedPair>();
  const touch = (token: Hex, owner: Hex) => {
    if (owner !== ZERO_ADDRESS) {
      touched.set(token + owner, { token, owner });
    }
  };
  for (const log of logs) {
    const [kind, first, second, third] = log.topics;
    const token = log.address.toLowerCase() as Hex;
    if (token === SYSTEM_ADDRESS) {
      continue;
    }
    const hasAmount = log.data.length === WORD_LENGTH;
    if (kind === TRANSFER && isAddress(first) && isAddress(second)) {
      if (third && log.data === "0x") {
        nftTransfers.push(nftTransfer(token, first, second, third, log));
      } else if (!third && hasAmount) {
        touch(token, addressOf(first));
        touch(token, addressOf(second));
      }
    } else if (kind === DEPOSIT || kind === WITHDRAWAL) {
      if (isAddress(first) && log.topics.length === 2 && hasAmount) {
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

/** Whether a topic is a padded address. */
function isAddress(topic: Hex | undefined): topic is Hex {
  return topic?.startsWith(PADDING) === true;
}

/** Returns the address in a topic. */
function addressOf(topic: Hex): Hex {
  return `0x${topic.slice(-40).toLowerCase()}`;
}
