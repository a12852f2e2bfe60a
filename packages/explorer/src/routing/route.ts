import { type ChainName, DEFAULT_CHAIN, isChainName } from "../chains.ts";

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
