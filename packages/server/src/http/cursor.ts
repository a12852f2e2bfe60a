import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";

const VERSION = 1;
const MAC_BYTES = 16;
const MAX_LENGTH = 1024;

/** What a cursor names: the keys of the last record of a page, in the order of the listing. */
export type Position = readonly (string | number)[];

/** Makes cursors and reads them back. */
export interface Cursors {
  /**
   * The cursor that goes on after a position.
   *
   * @param scope What the cursor belongs to: operation, chain, address, filter.
   */
  encode(scope: readonly string[], position: Position): string;
  /**
   * The position that a cursor names; undefined if it was altered or made for another scope, by
   * another server, or in a form of old.
   */
  decode(scope: readonly string[], cursor: string): Position | undefined;
}

/**
 * Cursors that cannot be forged or carried from one listing to another.
 *
 * They name a place in the order rather than a row or a number of rows to skip: blocks that arrive
 * or vanish between two pages neither repeat nor hide a record further on.
 *
 * @param secret Key of the signature; must outlive restarts, or open listings break off.
 */
export function createCursors(secret: Uint8Array): Cursors {
  // Made once: from bare bytes a key would be made for each cursor.
  const key = createSecretKey(secret);
  const sign = (scope: readonly string[], payload: string): Buffer =>
    createHmac("sha256", key)
      .update(JSON.stringify([VERSION, scope, payload]))
      .digest()
      .subarray(0, MAC_BYTES);

  return {
    encode(scope, position) {
      const payload = JSON.stringify(position);
      const parts = [Buffer.from([VERSION]), sign(scope, payload), Buffer.from(payload)];
      return Buffer.concat(parts).toString("base64url");
    },
    decode(scope, cursor) {
      if (cursor.length > MAX_LENGTH || !/^[\w-]+$/.test(cursor)) {
        return undefined;
      }
      const bytes = Buffer.from(cursor, "base64url");
      const isCanonical = bytes.toString("base64url") === cursor;
      if (!isCanonical || bytes[0] !== VERSION || bytes.length <= 1 + MAC_BYTES) {
        return undefined;
      }
      const payload = bytes.subarray(1 + MAC_BYTES).toString();
      const mac = bytes.subarray(1, 1 + MAC_BYTES);
      return timingSafeEqual(mac, sign(scope, payload)) ? JSON.parse(payload) : undefined;
    },
  };
}
