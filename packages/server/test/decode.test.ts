import { expect, test } from "vitest";
import { encodeWord } from "../src/chain/abi.ts";
import type { Hex } from "../src/chain/records.ts";
import { decodeCall } from "../src/handlers/decode.ts";

const A = `0x${"a1".repeat(20)}`;
const B = `0x${"b2".repeat(20)}`;

const word = (value: bigint | string) => encodeWord(BigInt(value));

function decode(selector: string, ...words: readonly (bigint | string)[]) {
  const input = `${selector}${words.map(word).join("")}` as Hex;
  const text = decodeCall({ to: B as Hex, input });
  return text === null ? null : JSON.parse(text);
}

test("decodes token calls", () => {
  expect(decode("0xa9059cbb", A, 2n ** 256n - 1n)).toEqual({
    method: "transfer",
    arguments: { to: A, value: String(2n ** 256n - 1n) },
  });
  expect(decode("0xa22cb465", A, 1n)).toEqual({
    method: "setApprovalForAll",
    arguments: { operator: A, approved: true },
  });
  expect(decode("0xd505accf", A, B, 5n, 6n, 27n, `0x${"d".repeat(64)}`, 8n)).toEqual({
    method: "permit",
    arguments: {
      owner: A,
      spender: B,
      value: "5",
      deadline: "6",
      v: "27",
      r: `0x${"d".repeat(64)}`,
      s: `0x${encodeWord(8n)}`,
    },
  });
  expect(decode("0xd0e30db0")).toEqual({ method: "deposit", arguments: {} });
  expect(decode("0x2e1a7d4d", 7n)).toEqual({ method: "withdraw", arguments: { value: "7" } });
});

test("decodes arguments of any length", () => {
  const data = `0x${"c3d4".padEnd(64, "0")}`;
  expect(decode("0xb88d4fde", A, B, 5n, 128n, 2n, data)).toEqual({
    method: "safeTransferFrom",
    arguments: { from: A, to: B, tokenId: "5", data: "0xc3d4" },
  });
  expect(decode("0xf242432a", A, B, 5n, 6n, 160n, 0n)).toEqual({
    method: "safeTransferFrom",
    arguments: { from: A, to: B, id: "5", value: "6", data: "0x" },
  });
  const batch = [A, B, 160n, 256n, 352n, 2n, 8n, 9n, 2n, 1n, 3n, 0n];
  expect(decode("0x2eb2c2d6", ...batch)).toEqual({
    method: "safeBatchTransferFrom",
    arguments: { from: A, to: B, ids: ["8", "9"], values: ["1", "3"], data: "0x" },
  });
});

test.each([
  ["an unknown method", "0x12345678", [A, 1n]],
  ["too few arguments", "0xa9059cbb", [A]],
  ["an address of more than 20 bytes", "0xa9059cbb", [2n ** 160n, 1n]],
  ["a truth value of 2", "0xa22cb465", [A, 2n]],
  ["contents beyond the end", "0xb88d4fde", [A, B, 5n, 2n ** 255n]],
  ["more contents than there are", "0xb88d4fde", [A, B, 5n, 128n, 33n, 0n]],
  ["a list of a length that no input has", "0x2eb2c2d6", [A, B, 160n, 160n, 160n, 2n ** 64n]],
])("does not decode %s", (_, selector, words) => {
  expect(decode(selector, ...words)).toBeNull();
});

test("ignores appended data", () => {
  expect(decode("0x2e1a7d4d", 7n, 99n)).toMatchObject({ method: "withdraw" });
});
