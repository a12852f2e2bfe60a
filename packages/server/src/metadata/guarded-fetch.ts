import { lookup as resolve } from "node:dns";
import { type ClientRequestArgs, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction, type TcpNetConnectOpts } from "node:net";
import { pipeline, type Readable, type Transform } from "node:stream";
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from "node:zlib";
import ipaddr from "ipaddr.js";
import { MAX_METADATA_BYTES, MetadataError } from "../chain/metadata.ts";
import { readText } from "../source/read-text.ts";

/** Limits for untrusted URLs. */
export const LIMITS = {
  timeoutMs: 5_000,
  maxBytes: MAX_METADATA_BYTES,
  maxRedirects: 3,
  protocols: ["https:"],
  /** Whether connections to an address are allowed. */
  allow: isPublic,
};

type FetchLimits = Readonly<typeof LIMITS>;

/** The only allocated range of global unicast addresses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an address belongs to the public Internet. */
export function isPublic(address: string): boolean {
  if (!isIP(address)) {
    return false;
  }
  const parsed = ipaddr.parse(address);
  const isGlobal = !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_UNICAST);
  return isGlobal && parsed.range() === "unicast";
}

/**
 * Fetches a text from an untrusted URL. The address is checked when the connection is made, which also
 * prevents DNS rebinding; redirects are subject to the same checks.
 *
 * @throws MetadataError if it does not return a text within the limits.
 * @throws Error if the URL is not allowed, or does not respond.
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
      throw new MetadataError("status", `status ${statusCode}`);
    }
    const text = await readText(decoded(response), limits.maxBytes);
    if (text === undefined) {
      throw new MetadataError("size", `more than ${limits.maxBytes} bytes`);
    }
    return text;
  }
  throw new Error("too many redirects");
}

function open(url: URL, limits: FetchLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!limits.protocols.includes(url.protocol)) {
    throw new Error(`${url.protocol} is not allowed`);
  }
  // Names are checked when resolved; a literal address is never resolved.
  if (isIP(host) && !limits.allow(host)) {
    throw new Error("the address is not public");
  }
  const options: ClientRequestArgs & Pick<TcpNetConnectOpts, "autoSelectFamily"> = {
    signal,
    lookup: checkedLookup(limits.allow),
    agent: false,
    // Asks for all addresses of a host.
    autoSelectFamily: true,
    headers: { accept: "application/json", "accept-encoding": "gzip, br" },
  };
  return new Promise((done, fail) => {
    const send = url.protocol === "http:" ? httpRequest : httpsRequest;
    send(url, options, done).on("error", fail).end();
  });
}

function checkedLookup(allow: FetchLimits["allow"]): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const allowed = (addresses ?? []).filter(({ address }) => allow(address));
      const [first] = allowed;
      done(error ?? (first ? null : new Error("the address is not public")), allowed);
    });
  };
}

/** Decompressors by content coding; some servers compress with what was not asked for. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** What servers name where there is no coding. */
const NO_CODING: ReadonlySet<string> = new Set(["", "identity", "none", "utf-8", "utf8"]);

/**
 * Returns the content of a response without its content codings.
 *
 * @throws Error if there is an unknown one.
 */
function decoded(response: IncomingMessage): Readable {
  const codings = (response.headers["content-encoding"] ?? "").toLowerCase().split(",");
  const names = codings.map((name) => name.trim()).filter((name) => !NO_CODING.has(name));
  return names.reverse().reduce<Readable>((content, name) => {
    const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name]?.() : undefined;
    if (!decoder) {
      response.destroy();
      throw new Error(`unknown content encoding ${name}`);
    }
    // Both end together, with the error of either.
    pipeline(content, decoder, () => {});
    return decoder;
  }, response);
}
