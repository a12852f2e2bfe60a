import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";

/** Returns the address of the client of a request; undefined if the connection is closed. */
export type ClientAddress = (request: IncomingMessage) => string | undefined;

/** Whether an address is that of a trusted proxy. */
export type TrustedProxies = (address: string, hop: number) => boolean;

/**
 * Creates the check of trusted proxies.
 *
 * @param proxies Addresses, CIDR ranges, or named ranges; false: none.
 */
export function trustedProxies(proxies: readonly string[] | false): TrustedProxies | false {
  return proxies && proxyAddr.compile([...proxies]);
}

/** Creates the reader of client addresses, which finds the address that Fastify finds. */
export function clientAddress(trusted: TrustedProxies | false): ClientAddress {
  return trusted ? (request) => proxyAddr(request, trusted) : ({ socket }) => socket.remoteAddress;
}
