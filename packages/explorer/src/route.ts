import { useMemo, useSyncExternalStore } from "react";
import { type ChainName, DEFAULT_CHAIN, isChainName } from "./chains.ts";

/** What a page shows: by the number of a block, a hash, or an address; of an NFT, that of its collection. */
export type Place =
  | { readonly page: "home" | "unknown" }
  | { readonly page: "block" | "tx" | "address"; readonly id: string }
  | { readonly page: "nft"; readonly id: string; readonly token: string };

export type Route = Place & { readonly chain: ChainName };

/**
 * Reads the route from the fragment of the URL, so that deep links work from static files. What is mistyped is mended
 * as in the search: a link to a transaction that has the digits of an address means the address.
 *
 * @param fragment For example `#/ethereum/block/17686112`.
 */
export function parseRoute(fragment: string): Route {
  const [name, page, ...ids] = fragment
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decode);
  const chain = isChainName(name) ? name : DEFAULT_CHAIN;
  if (name && name !== chain) {
    return { chain, page: "unknown" };
  }
  const [id, token] = ids;
  if (!page) {
    return { chain, page: "home" };
  }
  if (!id || ids.length !== (page === "nft" ? 2 : 1)) {
    return { chain, page: "unknown" };
  }
  const found = searchRoute(chain, ids.join("/"));
  if (found?.page === page || (page !== "nft" && found && found.page !== "block")) {
    return found;
  }
  if (page === "nft" && token) {
    return { chain, page, id, token };
  }
  const isPlain = page === "block" || page === "tx" || page === "address";
  return isPlain ? { chain, page, id } : { chain, page: "unknown" };
}

/** The fragment of a route; `parseRoute` reads it. */
export function routeHref(route: Route): string {
  const { chain, page, id, token } = { id: "", token: "", ...route };
  const segments = id ? [chain, page, id, token] : [chain];
  return `#/${segments.filter(Boolean).map(encodeURIComponent).join("/")}`;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A hash or an address, alone or within a link; what follows an address may be the token id of an NFT. */
const WITHIN = /(?:^|[^\da-z])(?:0x)?([\da-f]{64}|[\da-f]{40})(?:\/(\d+))?(?:[^\da-z]|$)/;
const HASH_DIGITS = 64;

/**
 * Returns the route to a block number, transaction hash, address or NFT (`0x…/1`), also to one that is mistyped or
 * within a link.
 *
 * @returns Undefined if the text is none of them.
 */
export function searchRoute(chain: ChainName, text: string): Route | undefined {
  const query = text.replace(/[\s\p{Cf}]/gu, "").toLowerCase();
  if ((/^#?[\d,_]*\d[\d,_]*$/.test(query) && query.length < HASH_DIGITS) || query === "latest") {
    return { chain, page: "block", id: query.replace(/[#,_]/g, "") };
  }
  const [, digits = "", token] = WITHIN.exec(query) ?? [];
  const id = `0x${digits}`;
  if (digits.length === HASH_DIGITS) {
    return { chain, page: "tx", id };
  }
  if (token) {
    return { chain, page: "nft", id, token };
  }
  return digits ? { chain, page: "address", id } : undefined;
}

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

export function useChain(): ChainName {
  return useRoute().chain;
}

export function navigate(route: Route): void {
  location.hash = routeHref(route);
}
