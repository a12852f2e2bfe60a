import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A new token. The text is shown once; id and hash are stored. */
export interface NewToken {
  /** Public identifier, for listing and revocation. */
  readonly id: string;
  /** The bearer token. */
  readonly text: string;
  /** SHA-256 of the text. */
  readonly hash: Uint8Array;
}

const FORM = /^ck_([0-9a-f]{12})_[\w-]{43}$/;

/** Creates a token of 256 random bits. */
export function newToken(): NewToken {
  const id = randomBytes(6).toString("hex");
  const text = `ck_${id}_${randomBytes(32).toString("base64url")}`;
  return { id, text, hash: hashToken(text) };
}

/** Returns the id of a token; undefined if the text is not a token. */
export function tokenId(text: string): string | undefined {
  return FORM.exec(text)?.[1];
}

/** Compares a token with a hash in constant time. */
export function isToken(text: string, hash: Uint8Array): boolean {
  return timingSafeEqual(hashToken(text), hash);
}

/** A token has 256 random bits, so that a slow password hash is not needed. */
function hashToken(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
