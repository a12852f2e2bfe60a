import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Hex } from "../chain/records.ts";
import type { ManagementStore, StoredToken, TokenScope } from "../store/management-store.ts";

/**
 * Creates a token and stores its hash.
 *
 * @param expiresAt Unix seconds from which on it is not valid; null: it does not expire.
 * @returns The bearer token to send.
 */
export async function createToken(
  store: ManagementStore,
  name: string,
  scope: TokenScope,
  expiresAt: number | null = null,
): Promise<string> {
  const { id, text, hash } = newToken();
  await store.addToken({ id, name, scope, hash, expiresAt });
  return text;
}

const TTL_MS = 10_000;
const MAX_TOKENS = 10_000;

/**
 * Caches tokens for ten seconds, so that not every request asks the database; a revoked token is
 * accepted for that long. Unknown tokens are not cached.
 */
export function cacheTokens(
  store: ManagementStore,
  now: () => number = () => performance.now(),
): ManagementStore {
  const cached = new LRUCache<string, StoredToken>({
    max: MAX_TOKENS,
    ttl: TTL_MS,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: (id) => store.findToken(id),
    // A lookup during which its token is revoked is used, and not kept.
    ignoreFetchAbort: true,
  });
  return {
    ...store,
    findToken: (id) => cached.fetch(id),
    deleteToken(id) {
      cached.delete(id);
      return store.deleteToken(id);
    },
  };
}

const FORM = /^ck_([0-9a-f]{12})_[\w-]{43}$/;

/** Creates a token of 256 random bits. The text is shown once; the id, which is public, and the hash are stored. */
export function newToken() {
  const id = randomBytes(6).toString("hex");
  const text = `ck_${id}_${randomBytes(32).toString("base64url")}`;
  return { id, text, hash: hashToken(text) };
}

/** Returns the id of a token; undefined if the text is not a token. */
export function tokenId(text: string): string | undefined {
  return FORM.exec(text)?.[1];
}

/** Compares a token with a hash in constant time. */
export function isToken(text: string, hash: Hex): boolean {
  return timingSafeEqual(Buffer.from(hashToken(text)), Buffer.from(hash));
}

/** A token has 256 random bits, so that a slow password hash is not needed. */
function hashToken(text: string): Hex {
  return `0x${createHash("sha256").update(text).digest("hex")}`;
}
