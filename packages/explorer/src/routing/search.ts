import type { ChainName } from "../chains.ts";
import type { Route } from "./route.ts";

/**
 * Finds the route of what somebody searched for: a block number, a transaction hash or an address.
 *
 * @returns Undefined if it is none of them.
 */
export function searchRoute(chain: ChainName, text: string): Route | undefined {
  const query = text.trim();
  if (/^[\d,_ ]+$/.test(query) || query.toLowerCase() === "latest") {
    return { chain, page: "block", number: query.toLowerCase().replace(/[,_ ]/g, "") };
  }
  if (/^0x[\da-f]{64}$/i.test(query)) {
    return { chain, page: "tx", hash: query };
  }
  if (/^0x[\da-f]{40}$/i.test(query)) {
    return { chain, page: "address", address: query };
  }
  return undefined;
}
