import { createSecretKey, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createCursors } from "../src/http/cursor.ts";

const cursors = createCursors(createSecretKey(randomBytes(32)));
const SCOPE = ["getAddressTransactions", "ethereum", "0xabc", ""];

test("decodes to the position that it was created from", () => {
  const position = [17686121, "0xfeed", 0];
  const cursor = cursors.encode(SCOPE, position);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(cursors.decode(SCOPE, cursor)).toEqual(position);
});

test("is bound to operation, chain, address and filter", () => {
  const cursor = cursors.encode(SCOPE, [1]);
  for (const at of SCOPE.keys()) {
    expect(cursors.decode(SCOPE.with(at, "other"), cursor)).toBeUndefined();
  }
  // The parts are separated rather than concatenated.
  expect(cursors.decode(["getAddressTransactionsethereum", "0xabc", ""], cursor)).toBeUndefined();
});

test("is rejected with any character changed, added or removed", () => {
  const cursor = cursors.encode(SCOPE, [17686121, 3]);
  for (const at of [...cursor].keys()) {
    for (const other of ["A", "b", "_"].filter((each) => each !== cursor[at])) {
      const altered = cursor.slice(0, at) + other + cursor.slice(at + 1);
      expect(cursors.decode(SCOPE, altered)).toBeUndefined();
    }
  }
  expect(cursors.decode(SCOPE, `${cursor}A`)).toBeUndefined();
  expect(cursors.decode(SCOPE, cursor.slice(0, -1))).toBeUndefined();
});

test("has one encoding: unused bits of its last character must be zero", () => {
  for (const position of [[1], [12], [123]]) {
    const cursor = cursors.encode(SCOPE, position);
    const others = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
      .map((last) => cursor.slice(0, -1) + last)
      .filter((other) => other !== cursor);
    expect(others.filter((other) => cursors.decode(SCOPE, other))).toEqual([]);
  }
});

test.each(["", "abc", "AQ", "x".repeat(5000), "AQEN3lkAsW0Zk3p7wQ4", "a b", "ä"])(
  "%j is none",
  (text) => {
    expect(cursors.decode(SCOPE, text)).toBeUndefined();
  },
);

test("is rejected by another server", () => {
  const foreign = createCursors(createSecretKey(randomBytes(32))).encode(SCOPE, [1]);
  expect(cursors.decode(SCOPE, foreign)).toBeUndefined();
});
