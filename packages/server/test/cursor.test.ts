import { createSecretKey, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createCursors } from "../src/http/cursor.ts";

const { encode, decode } = createCursors(createSecretKey(randomBytes(32)));
const SCOPE = ["getAddressTransactions", "ethereum", "0xabc", ""];
const POSITION = [17686121, "0xfeed", 0];
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

test("decodes to the position that it was created from", () => {
  const cursors = createCursors(createSecretKey(new Uint8Array(32)));
  // As former releases have created it.
  const cursor = "AdAak8CIqTfG7R1wSELkuZVbMTc2ODYxMjEsIjB4ZmVlZCIsMF0";
  expect(cursors.encode(SCOPE, POSITION)).toBe(cursor);
  expect(cursors.decode(SCOPE, cursor)).toEqual(POSITION);
});

test("is bound to operation, chain, address and filter, and to the server", () => {
  const cursor = encode(SCOPE, POSITION);
  const others = SCOPE.map((_, at) => SCOPE.with(at, "other"));
  // The parts are separated rather than concatenated.
  for (const other of [...others, ["getAddressTransactionsethereum", "0xabc", ""]]) {
    expect(decode(other, cursor)).toBeUndefined();
  }
  const foreign = createCursors(createSecretKey(randomBytes(32))).encode(SCOPE, POSITION);
  expect(decode(SCOPE, foreign)).toBeUndefined();
});

test("is rejected with any character changed, added or removed", () => {
  // With one, two and no unused bits in the last character, which must be zero.
  for (const position of [[1], [12], [123], POSITION]) {
    const cursor = encode(SCOPE, position);
    const altered = [...cursor].flatMap((_, at) =>
      [...ALPHABET].map((letter) => cursor.slice(0, at) + letter + cursor.slice(at + 1)),
    );
    const others = altered.filter((other) => other !== cursor);
    const texts = [...others, `${cursor}A`, cursor.slice(0, -1), cursor.slice(1)];
    expect(texts.filter((text) => decode(SCOPE, text))).toEqual([]);
  }
});

test.each(["", "abc", "AQ", "x".repeat(5000), "AQEN3lkAsW0Zk3p7wQ4", "a b", "ä"])(
  "%j is none",
  (text) => {
    expect(decode(SCOPE, text)).toBeUndefined();
  },
);
