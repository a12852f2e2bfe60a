import { readFileSync } from "node:fs";
import { join } from "node:path";

/** How a peer is reached: the service, and the `fetch` it is to use. */
export interface Connection {
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
  /** How long a request may take, where the peer can be told. */
  readonly timeoutMs?: number;
}

/** What a peer can be asked to do. */
export interface Connected {
  /** One page of a wallet's listing, as parsed JSON. */
  page(cursor?: string, wallet?: string): Promise<unknown>;
  /** How many items the whole listing has. */
  count(): Promise<number>;
}

/** A way to read the API: ours, or one of those it is measured against. */
export interface Peer {
  readonly name: string;
  /** The module that an application would ship of it; it default-exports `connect`. */
  readonly file: string;
  /** Whether it goes through pages by itself; otherwise the loop is written by hand. */
  readonly pages: boolean;
  /** Whether it has retries and timeouts, as we have. */
  readonly full: boolean;
}

function peer(name: string, module: string, { full = false } = {}): Peer {
  const file = join(import.meta.dirname, "../peers", module);
  return { name, file, full, pages: !readFileSync(file, "utf8").includes("countByHand") };
}

/** Ours, and those it is measured against. */
export const peers: readonly Peer[] = [
  peer("chainkit", "chainkit.js", { full: true }),
  peer("fetch", "fetch.js"),
  peer("openapi-fetch", "openapi-fetch.js"),
  peer("redocly", "redocly.js", { full: true }),
  peer("hey-api", "hey-api.js"),
  peer("ky", "ky.js"),
  peer("openai (Stainless)", "stainless.js", { full: true }),
];
