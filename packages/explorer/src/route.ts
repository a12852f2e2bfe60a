import { useMemo, useSyncExternalStore } from "react";
import { type ChainName, DEFAULT_CHAIN, isChainName } from "./chains.ts";

/** Parsed location of the page. */
export type Route = { readonly chain: ChainName } & (
  | { readonly page: "home" }
  | { readonly page: "block"; readonly number: string }
  | { readonly page: "tx"; readonly hash: string }
  | { readonly page: "address"; readonly address: string }
  | { readonly page: "nft"; readonly collection: string; readonly token: string }
  | { readonly page: "unknown" }
);

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
  if (first && rest.length === 0) {
    if (page === "nft" && second) {
      return { chain, page, collection: first, token: second };
    }
    if (second === undefined) {
      switch (page) {
        case "block":
          return { chain, page, number: first };
        case "tx":
          return { chain, page, hash: first };
        case "address":
          return { chain, page, address: first };
      }
    }
  }
  return { chain, page: "unknown" };
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

function subscribe(onChange: () => void): () => void {
  addEventListener("hashchange", onChange);
  return () => removeEventListener("hashchange", onChange);
}

/** The current route; the component is rendered again when it changes. */
export function useRoute(): Route {
  const fragment = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => parseRoute(fragment), [fragment]);
}

/** Goes to a route, as a link to it would. */
export function navigate(route: Route): void {
  location.hash = routeHref(route);
}
