import { lookup as resolve } from "node:dns";
import { type ClientRequestArgs, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** How far a fetch may go. */
export interface FetchLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxRedirects: number;
  readonly protocols: readonly string[];
  /** Whether an address may be connected to. */
  readonly allow: (address: string) => boolean;
}

/** Limits for addresses that strangers choose. */
export const LIMITS: FetchLimits = {
  timeoutMs: 5_000,
  maxBytes: 1_000_000,
  maxRedirects: 3,
  protocols: ["https:"],
  allow: isPublic,
};

const NOT_PUBLIC = new BlockList();
for (const network of [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"],
  ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
]) {
  const [address = "", bits] = network.split("/");
  NOT_PUBLIC.addSubnet(address, Number(bits), "ipv4");
}
const GLOBAL_V6 = new BlockList();
GLOBAL_V6.addSubnet("2000::", 3, "ipv6");
// Within the global ones: documentation, and tunnels that lead to any IPv4 address.
for (const [address, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const) {
  NOT_PUBLIC.addSubnet(address, bits, "ipv6");
}

/** Whether an address is one of the public Internet, and not of this machine or its network. */
export function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !NOT_PUBLIC.check(address, "ipv4");
    case 6:
      return GLOBAL_V6.check(address, "ipv6") && !NOT_PUBLIC.check(address, "ipv6");
    default:
      return false;
  }
}

/**
 * Fetches a text from a place that a stranger has chosen. The address is checked where the
 * connection is made, so that no name can lead elsewhere after it was checked; redirects are
 * followed by the same rules.
 *
 * @throws Error if the place is not allowed, or gives no text within the limits.
 */
export async function guardedFetch(url: string, limits: FetchLimits = LIMITS): Promise<string> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  let target = new URL(url);
  for (let turn = 0; turn <= limits.maxRedirects; turn += 1) {
    const response = await open(target, limits, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      response.destroy();
      target = new URL(headers.location, target);
      continue;
    }
    if (statusCode !== 200) {
      response.destroy();
      throw new Error(`status ${statusCode}`);
    }
    return await readText(response, limits.maxBytes);
  }
  throw new Error("too many redirects");
}

function open(url: URL, limits: FetchLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!limits.protocols.includes(url.protocol)) {
    throw new Error(`${url.protocol} is not allowed`);
  }
  // Names are checked as they are resolved; what is an address already never is.
  if (isIP(host) && !limits.allow(host)) {
    throw new Error("the address is not public");
  }
  const options: ClientRequestArgs = {
    signal,
    lookup: checkedLookup(limits.allow),
    agent: false,
    headers: { accept: "application/json" },
  };
  return new Promise((done, fail) => {
    const send = url.protocol === "http:" ? httpRequest : httpsRequest;
    send(url, options, done).on("error", fail).end();
  });
}

function checkedLookup(allow: FetchLimits["allow"]): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const allowed = error ? [] : addresses.filter(({ address }) => allow(address));
      const [first] = allowed;
      if (error || !first) {
        done(error ?? new Error("the address is not public"), []);
      } else if (options.all) {
        done(null, allowed);
      } else {
        done(null, first.address, first.family);
      }
    });
  };
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response) {
    length += part.length;
    if (length > maxBytes) {
      response.destroy();
      throw new Error(`more than ${maxBytes} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
