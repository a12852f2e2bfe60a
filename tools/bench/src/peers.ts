import { join } from "node:path";

/** Service to call, and the `fetch` implementation to use. */
export interface Connection {
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
}

/** Calls of a peer. */
export interface Connected {
  /** One page of a wallet's listing, as parsed JSON. */
  page(cursor?: string): Promise<unknown>;
  /** Number of items of the whole listing. */
  count(): Promise<number>;
}

/** Client to measure: ours or another one. */
export interface Peer {
  readonly name: string;
  /** Module that an application would bundle; it default-exports `connect`. */
  readonly file: string;
  /** Whether it has retries and timeouts, like ours. */
  readonly full: boolean;
}

function peer(name: string, module: string, { full = false } = {}): Peer {
  return { name, file: join(import.meta.dirname, "../peers", module), full };
}

/** Our client and those that it is compared with. */
export const peers: readonly Peer[] = [
  peer("chainkit", "chainkit.js", { full: true }),
  peer("fetch", "fetch.js"),
  peer("openapi-fetch", "openapi-fetch.js"),
  peer("redocly", "redocly.js", { full: true }),
  peer("hey-api", "hey-api.js"),
  peer("orval", "orval.js"),
  peer("ky", "ky.js"),
  peer("ofetch", "ofetch.js"),
  peer("wretch", "wretch.js"),
  peer("up-fetch", "up-fetch.js"),
  peer("openai (Stainless)", "stainless.js", { full: true }),
];
