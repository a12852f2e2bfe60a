import type { ChainName } from "../chains.ts";
import type { Route } from "./route.ts";

/**
 * Returns the route to a block number, transaction hash or address.
 *
 * @returns Undefined if the text is not a block number, hash or address.
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
