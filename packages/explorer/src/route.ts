import { useMemo, useSyncExternalStore } from "react";
import { type ChainName, DEFAULT_CHAIN, isChainName } from "./chains.ts";

/** What a page shows. */
export type Place =
  | { readonly page: "home" }
  | { readonly page: "block"; readonly number: string }
  | { readonly page: "tx"; readonly hash: string }
  | { readonly page: "address"; readonly address: string }
  | { readonly page: "nft"; readonly collection: string; readonly token: string }
  | { readonly page: "unknown" };

/** Parsed location of the page. */
export type Route = Place & { readonly chain: ChainName };

/**
 * Reads the route from the fragment of the URL, so that deep links work from static files.
 *
 * @param fragment For example `#/ethereum/block/17686112`.
 */
export function parseRoute(fragment: string): Route {
  const [name, page, first, second, ...rest] = fragment
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decode);
  const chain = isChainName(name) ? name : DEFAULT_CHAIN;
  if (name && !isChainName(name)) {
    return { chain, page: "unknown" };
  }
  if (!page) {
    return { chain, page: "home" };
  }
  if (page === "nft" && first && second && rest.length === 0) {
    return { chain, page, collection: mendHex(first), token: second };
  }
  if (!first || second !== undefined) {
    return { chain, page: "unknown" };
  }
  const hex = mendHex(first);
  // A link to a hash that has the digits of an address means the address, and the reverse.
  const isHash = HASH.test(hex);
  if (isHash || page === "tx") {
    return ADDRESS.test(hex)
      ? { chain, page: "address", address: hex }
      : { chain, page: "tx", hash: hex };
  }
  if (page === "address") {
    return { chain, page, address: hex };
  }
  return page === "block"
    ? { chain, page, number: first.replace(/[#,_\s]/g, "") || first }
    : { chain, page: "unknown" };
}

const HASH = /^0x[\da-f]{64}$/i;
const ADDRESS = /^0x[\da-f]{40}$/i;

/** Mends a hash or an address: `0X…`, digits without `0x`, spaces and line breaks within it. */
function mendHex(text: string): string {
  const hex = text.replace(/[\s\p{Cf}]/gu, "").replace(/^0X/, "0x");
  return /^([\da-f]{64}|[\da-f]{40})$/i.test(hex) ? `0x${hex}` : hex;
}

/** The fragment of a route; `parseRoute` reads it. */
export function routeHref(route: Route): string {
  return `#/${[route.chain, ...segments(route)].map(encodeURIComponent).join("/")}`;
}

function segments(route: Route): string[] {
  switch (route.page) {
    case "block":
      return [route.page, route.number];
    case "tx":
      return [route.page, route.hash];
    case "address":
      return [route.page, route.address];
    case "nft":
      return [route.page, route.collection, route.token];
    default:
      return [];
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A hash or an address, alone or within a link; what follows an address may be the token id of an NFT. */
const WITHIN = /(?:^|[^\da-z])(?:0x)?([\da-f]{64}|[\da-f]{40})(?:\/(\d+))?(?:[^\da-z]|$)/i;

/**
 * Returns the route to a block number, transaction hash, address or NFT (`0x…/1`), also to one that is mistyped or
 * within a link.
 *
 * @returns Undefined if the text is none of them.
 */
export function searchRoute(chain: ChainName, text: string): Route | undefined {
  const query = text.replace(/[\s\p{Cf}]/gu, "").toLowerCase();
  if ((/^#?[\d,_]*\d[\d,_]*$/.test(query) && query.length < HASH_DIGITS) || query === "latest") {
    return { chain, page: "block", number: query.replace(/[#,_]/g, "") };
  }
  const [, digits, token] = WITHIN.exec(query) ?? [];
  if (!digits) {
    return undefined;
  }
  if (digits.length === HASH_DIGITS) {
    return { chain, page: "tx", hash: `0x${digits}` };
  }
  const address = `0x${digits}`;
  return token
    ? { chain, page: "nft", collection: address, token }
    : { chain, page: "address", address };
}

const HASH_DIGITS = 64;

/** Says what the search understands, and why not this text. */
export function searchHint(text: string): string {
  const [, digits] = /^\s*0x([\da-f]*)\s*$/i.exec(text) ?? [];
  const count = digits?.length === 1 ? "1 digit" : `${digits?.length} digits`;
  const reason = digits ? `This has ${count}; a hash has 64, an address 40. ` : "";
  return `${reason}Enter a block number, a transaction hash or an address.`;
}

function subscribe(onChange: () => void): () => void {
  addEventListener("hashchange", onChange);
  return () => removeEventListener("hashchange", onChange);
}

/** The current route; the component is rendered again when it changes. */
export function useRoute(): Route {
  const fragment = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => parseRoute(fragment), [fragment]);
}

/** The chain of the current page. */
export function useChain(): ChainName {
  return useRoute().chain;
}

/** Goes to a route, as a link to it would. */
export function navigate(route: Route): void {
  location.hash = routeHref(route);
}
