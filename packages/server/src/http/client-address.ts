import type { IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";
import proxyAddr from "@fastify/proxy-addr";
import ipaddr from "ipaddr.js";

/** Returns the address of the client of a request; undefined if the connection is closed. */
export type ClientAddress = (request: IncomingMessage) => string | undefined;

export type TrustedProxies = (address: string) => boolean;

/** Creates the check of trusted proxies: addresses, CIDR ranges, or named ranges. */
export function trustedProxies(proxies: readonly string[]): TrustedProxies {
  return proxyAddr.compile([...proxies]) as TrustedProxies;
}

/**
 * Creates the reader of client addresses: the last address that is not a trusted proxy. Where a proxy
 * reports something else than an address, such as `unknown`, the client counts as that proxy.
 */
export function clientAddress(isTrusted: TrustedProxies): ClientAddress {
  return ({ socket: { remoteAddress }, headers }) => {
    const header = headers["x-forwarded-for"];
    if (remoteAddress === undefined || header === undefined) {
      return remoteAddress;
    }
    let client = remoteAddress;
    for (const entry of String(header).split(",").reverse()) {
      const address = addressOf(entry);
      if (address === undefined || !isTrusted(client)) {
        break;
      }
      client = address;
    }
    return client;
  };
}

/** `[address]`, with or without a port, or an IPv4 address with one, as some proxies report it. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

/** Reads an entry of `X-Forwarded-For`; undefined if it is not an address. */
function addressOf(entry: string): string | undefined {
  const text = entry.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed, v4] = WITH_PORT.exec(text) ?? [];
  const address = bracketed ?? v4 ?? text;
  return isIP(address) === 0 ? undefined : address;
}

/** Bits of an IPv6 address that identify a network; hosts choose the rest freely. */
const NETWORK_BITS = 64;

/**
 * Returns the network that rate limits count an address as: an IPv4 address itself, also when mapped to
 * IPv6; for IPv6 the /64, because one caller usually has all of it.
 *
 * @param address Address of the connection, or as reported by a proxy; other text is returned as it is.
 * @example
 * networkOf("2001:db8::17"); // "2001:db8:0:0::/64"
 */
export function networkOf(address: string): string {
  // Every request is counted, and most addresses are these: parsing them took a tenth of a kept response.
  if (isIPv4(address)) {
    return address;
  }
  const parsed = parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) {
    return parsed?.toString() ?? address;
  }
  const groups = parsed.parts.slice(0, NETWORK_BITS / 16).map((part) => part.toString(16));
  return `${groups.join(":")}::/${NETWORK_BITS}`;
}

const PRIVATE: ReadonlySet<string> = new Set([
  "loopback",
  "private",
  "uniqueLocal",
  "linkLocal",
  "carrierGradeNat",
]);

/** Whether an address belongs to the machine or to a private network, from which orchestrators send probes. */
export function isPrivate(address: string): boolean {
  return PRIVATE.has(parse(address)?.range() ?? "");
}

function parse(address: string) {
  const plain = address.replace(/%.*$/, "");
  return ipaddr.isValid(plain) ? ipaddr.process(plain) : undefined;
}
