import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  type Cacheable,
  entityTag,
  isMatch,
  type Lifetime,
  Rendered,
  type Version,
} from "./cacheable.ts";
import { COVERAGE_HEADER } from "./headers.ts";
import type { ResponseCache } from "./response-cache.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** `public`, because a request with a token gets the same response as one without. */
const CACHE_CONTROL: Readonly<Record<Lifetime, string>> = {
  // Not `immutable`: a release may add fields or decode more calls.
  final: "public, max-age=3600, s-maxage=604800",
  lastPage: "public, max-age=60, s-maxage=60",
  recent: "public, max-age=0, s-maxage=1",
};

/**
 * Prepares a cacheable response, or 304 if the caller has it already; reads as little as possible.
 *
 * @returns Payload to send; undefined with 304.
 * @param release Part of every entity tag, because a release may render the same record differently.
 * @param cache Keeps responses that are final, or whose revision is known.
 */
export async function cacheablePayload(
  { read, version, revision }: Cacheable<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  { release, cache }: { readonly release: string; readonly cache?: ResponseCache | undefined },
): Promise<unknown> {
  const held = request.headers["if-none-match"];
  const isHeld = (tag: string) => isMatch(held, entityTag(tag, release));
  const known = held === undefined ? undefined : await version(isHeld);
  if (known?.tag !== undefined && isHeld(known.tag)) {
    return notModified(reply, known, entityTag(known.tag, release));
  }
  const keeper = cache?.shouldKeep(request) ? cache : undefined;
  // Before the data, so that a change in between is noticed.
  const at = keeper && revision?.();
  const versioned = await read();
  const { lifetime, tag, render } = versioned;
  let data: unknown;
  let etag: string;
  if (tag === undefined) {
    const shown = render();
    const { json } =
      shown instanceof Rendered ? shown : new Rendered(String(reply.serialize(shown)));
    data = new Rendered(json);
    etag = entityTag(createHash("sha1").update(json).digest("base64url"), release);
  } else {
    etag = entityTag(tag, release);
  }
  if (isMatch(held, etag)) {
    return notModified(reply, versioned, etag);
  }
  setCaching(reply, versioned, etag);
  data ??= render();
  if (!(data instanceof Rendered)) {
    return data;
  }
  reply.type(JSON_TYPE);
  if (lifetime === "final") {
    keeper?.keep(request, reply, data.json);
  } else if (revision) {
    keeper?.keep(request, reply, data.json, () => revision() === at);
  }
  return data.json;
}

function setCaching(reply: FastifyReply, { lifetime, coverage }: Version, etag: string): void {
  reply.header("cache-control", CACHE_CONTROL[lifetime]).header("etag", etag);
  if (coverage !== undefined) {
    reply.header(COVERAGE_HEADER, coverage);
  }
}

function notModified(reply: FastifyReply, version: Version, etag: string): undefined {
  setCaching(reply, version, etag);
  reply.code(304);
}
