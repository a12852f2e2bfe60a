import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Cacheable, entityTag, isMatch, type Lifetime } from "./cacheable.ts";
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
  { release, cache }: { readonly release: string; readonly cache?: ResponseCache | undefined },
): Promise<string | undefined> {
  const keeper = cache?.shouldKeep(request) ? cache : undefined;
  // Before the data, so that a change in between is noticed.
  const at = keeper && revision?.();
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
  } else if (revision) {
    keeper?.keep(request, reply, body, () => revision() === at);
  }
  return body;
}

/** Serializes a response by the contract. */
function serialized(reply: FastifyReply, data: unknown): string {
  return String(reply.serialize(data));
}

function hashOf(body: string): string {
  return createHash("sha1").update(body).digest("base64url");
}
