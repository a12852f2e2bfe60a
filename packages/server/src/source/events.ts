import type { Hex } from "../handlers/reader.ts";
import type { RpcLog, RpcReceipt } from "./rpc-types.ts";

/** A token that changed hands. */
export interface NftTransfer {
  readonly collection: Hex;
  readonly tokenId: bigint;
  readonly from: Hex;
  readonly to: Hex;
  readonly logIndex: number;
}

/** An ERC-20 balance that may have changed. */
export interface TouchedPair {
  readonly token: Hex;
  readonly owner: Hex;
}

/** What the logs of a block say about tokens. */
export interface TokenEvents {
  readonly nftTransfers: readonly NftTransfer[];
  readonly touched: readonly TouchedPair[];
}

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** Wrapped native tokens change balances by these two without a Transfer. */
const DEPOSIT = "0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c";
const WITHDRAWAL = "0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65";

export const ZERO_ADDRESS: Hex = `0x${"0".repeat(40)}`;

/**
 * Reads the token events of a block. A Transfer with three indexed values is of an ERC-721 token,
 * one with two of an ERC-20 token; the events of ERC-1155 have other names.
 */
export function tokenEvents(receipts: readonly RpcReceipt[]): TokenEvents {
  const nftTransfers: NftTransfer[] = [];
  const touched = new Map<string, TouchedPair>();
  const touch = (token: Hex, owner: Hex) => {
    if (owner !== ZERO_ADDRESS) {
      touched.set(token + owner, { token, owner });
    }
  };
  for (const log of receipts.flatMap(({ logs }) => logs)) {
    const [kind, first, second, third] = log.topics;
    const address = log.address.toLowerCase() as Hex;
    if (kind === TRANSFER && first && second && third) {
      nftTransfers.push(nftTransfer(address, first, second, third, log));
    } else if (kind === TRANSFER && first && second) {
      touch(address, addressOf(first));
      touch(address, addressOf(second));
    } else if ((kind === DEPOSIT || kind === WITHDRAWAL) && first && !second) {
      touch(address, addressOf(first));
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

/** The address in a word of 32 bytes. */
function addressOf(topic: Hex): Hex {
  return `0x${topic.slice(-40).toLowerCase()}`;
}
