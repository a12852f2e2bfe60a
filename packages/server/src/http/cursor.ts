import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";

const VERSION = 1;
const MAC_BYTES = 16;

/** A position in a listing: the sort keys of the last record of a page. */
export type Position = readonly (string | number)[];

export type Cursors = ReturnType<typeof createCursors>;

/**
 * Creates signed cursors that are bound to one listing.
 *
 * A cursor holds a position in the order instead of a row or an offset: blocks that are added or rolled
 * back between two pages neither repeat nor hide later records.
 *
 * @param key Must be the same after a restart, or cursors in use become invalid. An object, as createHmac would create one
 *   of raw bytes for each call.
 */
export function createCursors(key: KeyObject) {
  const sign = (scope: readonly string[], payload: string): Buffer =>
    createHmac("sha256", key)
      .update(JSON.stringify([VERSION, scope, payload]))
      .digest()
      .subarray(0, MAC_BYTES);

  return {
    /**
     * Encodes the cursor of the page after a position.
     *
     * @param scope Listing that the cursor is bound to: operation, chain, address, filter.
     */
    encode(scope: readonly string[], position: Position): string {
      const payload = JSON.stringify(position);
      const mac = sign(scope, payload);
      const parts = [Buffer.from([VERSION]), mac, Buffer.from(payload)];
      return Buffer.concat(parts).toString("base64url");
    },
    /**
     * Decodes a cursor; undefined if it was altered, or created for another scope, by another server, or
     * by an older version.
     */
    decode(scope: readonly string[], cursor: string): Position | undefined {
      const bytes = Buffer.from(cursor, "base64url");
      const payload = bytes.subarray(1 + MAC_BYTES).toString();
      const mac = bytes.subarray(1, 1 + MAC_BYTES);
      const isSigned =
        bytes.toString("base64url") === cursor &&
        bytes[0] === VERSION &&
        mac.length === MAC_BYTES &&
        timingSafeEqual(mac, sign(scope, payload));
      return isSigned ? JSON.parse(payload) : undefined;
    },
  };
}
