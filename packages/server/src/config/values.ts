import { isIP } from "node:net";
import { InvalidArgumentError } from "commander";
import ipaddr from "ipaddr.js";
import { CHAIN_NAMES, isChainName } from "../chain/profiles.ts";
import type { Hex } from "../chain/records.ts";
import type { CorsOrigins } from "../http/cors.ts";
import type { RateLimit } from "../http/rate-limiter.ts";

export function readInteger(min: number, max?: number): (text: string) => number {
  const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
  return (text) => {
    const value = Number(text);
    const isInteger = /^\d+$/.test(text) && Number.isSafeInteger(value);
    if (!isInteger || value < min || (max !== undefined && value > max)) {
      throw new InvalidArgumentError(`Expected an integer ${range}.`);
    }
    return value;
  };
}

/** An empty address, such as that of an unset variable, would mean all interfaces. */
export function readHost(text: string): string {
  const host = /^\[(.*)\]$/.exec(text)?.[1] ?? text;
  if (isIP(host) === 0 && !/^[\w.-]+$/.test(host)) {
    throw new InvalidArgumentError(
      "Expected an IP address or a host name; Unix sockets are not supported.",
    );
  }
  return host;
}

const NETWORK_NAMES = ["loopback", "linklocal", "uniquelocal"];

/** Parses addresses, CIDR ranges and named networks of proxies, separated by commas or spaces. */
export function readProxies(text: string): readonly string[] {
  const proxies = text.split(/[\s,]+/).filter(Boolean);
  if (proxies.length === 0 || !proxies.every(isNetwork)) {
    const names = NETWORK_NAMES.join(", ");
    throw new InvalidArgumentError(
      `Expected addresses, CIDR ranges such as 10.0.0.0/8, or ${names}.`,
    );
  }
  return proxies;
}

function isNetwork(text: string): boolean {
  const isAddress = isIP(text) !== 0;
  // `isIP` on the address part: ipaddr.js also accepts short and octal forms of IPv4.
  const isRange = isIP(text.split("/")[0] ?? "") !== 0 && ipaddr.isValidCIDR(text);
  return NETWORK_NAMES.includes(text) || isAddress || isRange;
}

/** Parses chain names, separated by commas or spaces. */
export function readChainNames(text: string): string[] {
  const names = text.split(/[\s,]+/).filter(Boolean);
  if (!names.every(isChainName)) {
    throw new InvalidArgumentError(`Expected one or more of ${CHAIN_NAMES.join(", ")}.`);
  }
  return names;
}

export function readAddress(text: string): Hex {
  if (!/^0x[\da-f]{40}$/i.test(text)) {
    throw new InvalidArgumentError("Expected an address, 0x and 40 hexadecimal digits.");
  }
  return text.toLowerCase() as Hex;
}

/** Parses a request header, `<name>: <value>`; undefined if it is none. The name is returned in lower case. */
export function readHeader(text: string): { name: string; value: string } | undefined {
  const form = /^\s*([\w!#$%&'*+.^`|~-]+):[\t ]*([\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)\s*$/;
  const [, name, value] = form.exec(text) ?? [];
  return name && value ? { name: name.toLowerCase(), value } : undefined;
}

/** Parses `<requests per second>[:<burst>]`; the default burst is twice the rate. */
export function readRate(text: string): RateLimit {
  const [, rate, burst] = /^(\d+(?:\.\d+)?)(?::(\d+))?$/.exec(text) ?? [];
  if (rate === undefined || burst === "0") {
    throw new InvalidArgumentError("Expected <requests per second>[:<burst>]; 0 means unlimited.");
  }
  const perSecond = Number(rate);
  return { perSecond, burst: Number(burst ?? Math.ceil(perSecond * 2)) };
}

const UNIT_SECONDS = { m: 60, h: 3_600, d: 86_400, w: 604_800 } as const;

/** Parses the lifetime of a token in minutes, hours, days or weeks. @returns Unix seconds of its end. */
export function readExpiry(text: string): number {
  const [, count, unit] = /^(\d{1,5})([mhdw])$/.exec(text) ?? [];
  if (unit === undefined || Number(count) === 0) {
    throw new InvalidArgumentError("Expected a lifetime such as 30m, 12h, 90d or 4w.");
  }
  const seconds = Number(count) * UNIT_SECONDS[unit as keyof typeof UNIT_SECONDS];
  return Math.floor(Date.now() / 1000) + seconds;
}

/** Parses `*`, `none`, or origins separated by commas or spaces. */
export function readOrigins(text: string): CorsOrigins {
  if (text === "*") {
    return "*";
  }
  const origins = text === "none" ? [] : text.split(/[\s,]+/).filter(Boolean);
  if (origins.some((origin) => URL.parse(origin)?.origin !== origin)) {
    throw new InvalidArgumentError("Expected *, none, or origins such as https://example.com.");
  }
  return origins;
}

/** The message does not repeat the URL: it may hold a key. */
export function readGateway(option: string, text: string): string {
  const url = URL.parse(text);
  const isPlain = url?.protocol === "https:" && url.search === "" && url.hash === "";
  if (!isPlain || !text.endsWith("/")) {
    throw new Error(
      `${option}: expected an https URL that ends in /, such as https://ipfs.io/ipfs/`,
    );
  }
  return text;
}
