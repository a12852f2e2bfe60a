import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Headers of every response. Caching is disabled except where a handler enables it: errors may be
 * temporary, and responses of management are private to the caller.
 */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** States which part of the chain a list covers. */
export const COVERAGE_HEADER = "chainkit-coverage";

/** Cache lifetime of a response. */
export type Lifetime =
  /** Never changes, except with a release of the service. */
  | "final"
  /** The last page of a final listing, which changes only if older blocks are added. */
  | "lastPage"
  /** May change with the next block. */
  | "recent";

/** A response whose records have been read, but not converted. */
interface Versioned<Data> {
  readonly lifetime: Lifetime;
  /** Equal only for equal content of the same URL; undefined: a hash of the content is used. */
  readonly tag: string | undefined;
  /** Value of the header `Chainkit-Coverage`, which may change while the content does not. */
  readonly coverage?: string | undefined;
  /** Converts the records into the response. */
  readonly data: () => Data | JsonText;
}

/** A value that may be available without waiting, which saves a promise per request. */
export type Awaitable<Value> = Value | Promise<Value>;

/** A cacheable response, which is not sent if the caller's copy is still valid. */
export class Cacheable<Data> {
  readonly read: () => Awaitable<Versioned<Data>>;
  /** Returns a number; while it is the same, `read` has the same result. Undefined: unknown. */
  readonly revision: () => number | undefined;

  constructor(read: () => Awaitable<Versioned<Data>>, revision: () => number | undefined) {
    this.read = read;
    this.revision = revision;
  }
}

/**
 * Creates the entity tag of a response.
 *
 * @param tag Identifies its content among the responses of the same URL.
 * @param release Part of every entity tag, because a release may render the same record differently.
 */
function entityTag(tag: string, release: string): string {
  return `"${tag}-${release}"`;
}

/**
 * Whether `If-None-Match` has an entity tag. Compares weakly, as RFC 9110 requires: proxies that compress
 * weaken a tag.
 */
export function isMatch(held: string | undefined, etag: string): boolean {
  if (held === undefined) {
    return false;
  }
  return held
    .split(",")
    .map((each) => each.trim())
    .some((each) => each === "*" || each === etag || each === `W/${etag}`);
}

const JSON_TYPE = "application/json; charset=utf-8";

/** `public`, because a request with a token gets the same response as one without. */
const CACHE_CONTROL: Readonly<Record<Lifetime, string>> = {
  // Not `immutable`: a release may add fields or decode more calls.
  final: "public, max-age=3600, s-maxage=604800",
  lastPage: "public, max-age=60, s-maxage=60",
  recent: "public, max-age=0, s-maxage=1",
};

/** Keeps serialized responses by URL. */
export interface ResponseKeeper {
  /**
   * Whether the response to a request should be kept: others may get the same one, and its URL has been
   * requested before. Most are requested once, and keeping costs more than it saves then.
   */
  shouldKeep(request: FastifyRequest): boolean;
  /**
   * Keeps a response that is about to be sent.
   *
   * @param isCurrent Whether it is still valid. Default: it is until the next release.
   */
  keep(request: FastifyRequest, reply: FastifyReply, body: string, isCurrent?: () => boolean): void;
}

/**
 * Prepares a cacheable response, or 304 if the caller has it already.
 *
 * @param release Part of every entity tag, because a release may render the same record differently.
 * @param cache Keeps responses that are final, or whose revision is known.
 * @returns Serialized response; undefined with 304.
 */
export async function cacheablePayload(
  { read, revision }: Cacheable<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  { release, cache }: { readonly release: string; readonly cache?: ResponseKeeper | undefined },
): Promise<string | undefined> {
  const keeper = cache?.shouldKeep(request) ? cache : undefined;
  // Before the data, so that a change in between is noticed.
  const at = keeper && revision();
  const { lifetime, tag, coverage, data } = await read();
  const untagged = tag === undefined ? serialized(reply, data()) : undefined;
  const etag = entityTag(tag ?? hashOf(untagged ?? ""), release);
  reply.header("cache-control", CACHE_CONTROL[lifetime]).header("etag", etag);
  if (coverage !== undefined) {
    reply.header(COVERAGE_HEADER, coverage);
  }
  if (isMatch(request.headers["if-none-match"], etag)) {
    reply.code(304);
    return undefined;
  }
  const body = untagged ?? serialized(reply, data());
  reply.type(JSON_TYPE);
  if (lifetime === "final") {
    keeper?.keep(request, reply, body);
  } else if (at !== undefined) {
    keeper?.keep(request, reply, body, () => revision() === at);
  }
  return body;
}

/** Serializes a response by the contract, unless it is a text already. */
function serialized(reply: FastifyReply, data: unknown): string {
  return data instanceof JsonText ? data.text : String(reply.serialize(data));
}

function hashOf(body: string): string {
  return hash("sha1", body, "base64url");
}

/** A response that is JSON text already, and is sent as it is. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Formats an object of which the values are JSON texts.
 *
 * @example
 * jsonOf<Point>({ x: "1", label: JSON.stringify(label) }); // {"x":1,"label":"…"}
 */
export function jsonOf<Shape extends object>(
  texts: Readonly<Record<keyof Shape & string, string>>,
): string {
  const members: Readonly<Record<string, string>> = texts;
  let json = "";
  // An array of entries would take twice as long (bench: ERC-721 page).
  for (const name in members) {
    json += `${json && ","}"${name}":${members[name]}`;
  }
  return `{${json}}`;
}
