import { isIP } from "node:net";
import { InvalidArgumentError } from "commander";
import { CHAIN_NAMES } from "../chain/names.ts";
import type { CorsOrigins } from "../http/cors.ts";
import type { RateLimit } from "../http/rate-limiter.ts";

/** A chain to follow: its name in the API, and the JSON-RPC addresses of its nodes. */
export interface ChainSetting {
  readonly name: string;
  readonly urls: readonly string[];
}

/** The block to begin with: of one chain, or of all. */
export interface FromSetting {
  readonly chain: string | undefined;
  readonly block: number;
}

/** Reads a TCP port. */
export function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) {
    throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  }
  return port;
}

/** Reads a whole number from `min` on. */
export function readInteger(min: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < min) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} on.`);
    }
    return value;
  };
}

const NETWORK_NAMES = ["loopback", "linklocal", "uniquelocal"];

/**
 * Reads addresses and networks of proxies, apart by commas or blanks; `true` stands for those on this
 * machine, `false` for none.
 */
export function readProxies(text: string): readonly string[] | false {
  if (text === "true" || text === "false") {
    return text === "true" && ["loopback"];
  }
  const proxies = text.split(/[\s,]+/).filter(Boolean);
  if (proxies.length === 0 || !proxies.every(isNetwork)) {
    const names = NETWORK_NAMES.join(", ");
    throw new InvalidArgumentError(`It must be addresses, networks as 10.0.0.0/8, or ${names}.`);
  }
  return proxies;
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const most = { 4: 32, 6: 128 }[isIP(address)];
  const isLength = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (most ?? 0));
  return NETWORK_NAMES.includes(text) || (most !== undefined && more.length === 0 && isLength);
}

/**
 * Reads `<name>=<url>[,<url>]`, several of them apart by blanks, and adds them to those before.
 *
 * @throws Error that does not repeat the value: an address may hold the key of an account.
 */
export function readChains(text: string, before: readonly ChainSetting[] = []): ChainSetting[] {
  const chains = text.split(/\s+/).filter(Boolean).map(readChain);
  const all = [...before, ...chains];
  const twice = all.find(({ name }, at) => all.findIndex((other) => other.name === name) !== at);
  if (twice) {
    throw new Error(`--chain: ${twice.name} is given twice`);
  }
  return all;
}

function readChain(text: string): ChainSetting {
  const [, name, list] = /^([\w-]+)=(.+)$/.exec(text) ?? [];
  if (!name || !list) {
    throw new Error("--chain: it must be <name>=<url>[,<url>], e.g. ethereum=https://…");
  }
  const urls = list.split(",");
  const wrong = urls.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ""));
  if (wrong !== undefined) {
    throw new Error(`--chain: the addresses of ${name} must be http(s) URLs`);
  }
  return { name, urls };
}

/** Reads names of chains, apart by commas or blanks. */
export function readChainNames(text: string): string[] {
  const known: readonly string[] = CHAIN_NAMES;
  const names = text.split(/[\s,]+/).filter(Boolean);
  if (names.some((name) => !known.includes(name))) {
    throw new InvalidArgumentError(`They must be of ${CHAIN_NAMES.join(", ")}.`);
  }
  return names;
}

/** Reads `<block>` or `<chain>=<block>`, and adds it to those before. */
export function readFrom(text: string, before: readonly FromSetting[] = []): FromSetting[] {
  const added = text.split(/\s+/).filter(Boolean).map(readOneFrom);
  return [...before, ...added];
}

function readOneFrom(text: string): FromSetting {
  const [, chain, digits] = /^(?:([\w-]+)=)?(\d+)$/.exec(text) ?? [];
  if (digits === undefined || !Number.isSafeInteger(Number(digits))) {
    throw new InvalidArgumentError("It must be <block> or <chain>=<block>.");
  }
  return { chain, block: Number(digits) };
}

/** Reads `<requests per second>[:<burst>]`; without a burst it is twice the rate. */
export function readRate(text: string): RateLimit {
  const [, rate, burst] = /^(\d+(?:\.\d+)?)(?::(\d+))?$/.exec(text) ?? [];
  if (rate === undefined || burst === "0") {
    throw new InvalidArgumentError("It must be <requests per second>[:<burst>]; 0 sets no limit.");
  }
  const perSecond = Number(rate);
  return { perSecond, burst: Number(burst ?? Math.max(1, Math.ceil(perSecond * 2))) };
}

/** Reads `*`, `none`, or origins apart by commas or blanks. */
export function readOrigins(text: string): CorsOrigins {
  if (text === "*") {
    return "*";
  }
  const origins = text === "none" ? [] : text.split(/[\s,]+/).filter(Boolean);
  if (origins.some((origin) => URL.parse(origin)?.origin !== origin)) {
    throw new InvalidArgumentError("It must be *, none, or origins such as https://example.com.");
  }
  return origins;
}

/** Reads the address before a content id: where a gateway serves what HTTP does not know. */
export function readGateway(text: string): string {
  const url = URL.parse(text);
  const isPlain = url?.protocol === "https:" && url.search === "" && url.hash === "";
  if (!isPlain || !text.endsWith("/")) {
    throw new InvalidArgumentError(
      "It must be an https URL that ends in /, such as https://ipfs.io/ipfs/.",
    );
  }
  return text;
}
