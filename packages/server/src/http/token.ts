import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A new token: its text goes to the operator once, the rest is kept. */
export interface NewToken {
  /** Public part, by which the token is listed and revoked. */
  readonly id: string;
  /** What a caller sends as bearer token. */
  readonly text: string;
  /** SHA-256 of the text. */
  readonly hash: Uint8Array;
}

const FORM = /^ck_([0-9a-f]{12})_[\w-]{43}$/;

/** Makes a token of 256 random bits. */
export function newToken(): NewToken {
  const id = randomBytes(6).toString("hex");
  const text = `ck_${id}_${randomBytes(32).toString("base64url")}`;
  return { id, text, hash: hashToken(text) };
}

/** The public part of a token; undefined if the text has not the form of one. */
export function tokenId(text: string): string | undefined {
  return FORM.exec(text)?.[1];
}

/** Whether a text is the token of a hash; takes as long for a near miss as for a far one. */
export function isToken(text: string, hash: Uint8Array): boolean {
  return timingSafeEqual(hashToken(text), hash);
}

/** A token is long and random, so a plain hash is as good as a slow one. */
function hashToken(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
