import { expect, test } from "vitest";
import { encodeWord } from "../src/chain/abi.ts";
import type { Hex } from "../src/chain/records.ts";
import { readNumber, readText } from "../src/source/contract-calls.ts";

const word = (value: number | bigint) => encodeWord(BigInt(value));
const bytes = (text: string) => Buffer.from(text).toString("hex");
const padded = (text: string) => {
  const digits = bytes(text);
  return digits.padEnd(Math.ceil(digits.length / 64) * 64, "0");
};

const NUMBERS: readonly (readonly [string, Hex, bigint | undefined])[] = [
  ["nothing", "0x", undefined],
  ["31 bytes", `0x${"00".repeat(31)}`, undefined],
  ["32 bytes", `0x${"0".repeat(63)}7`, 7n],
  ["more than 32 bytes", `0x${word(7)}ffff`, 7n],
  ["the greatest number", `0x${"f".repeat(64)}`, 2n ** 256n - 1n],
];

test.each(NUMBERS)("reads the number in %s", (_, returned, expected) => {
  expect(readNumber(returned)).toBe(expected);
});

const TEXTS: readonly (readonly [string, string, string | null])[] = [
  ["a string", `${word(32)}${word(3)}${padded("DAI")}`, "DAI"],
  ["an empty string", `${word(32)}${word(0)}`, ""],
  ["a string that begins later", `${word(64)}${word(1)}${word(3)}${padded("DAI")}`, "DAI"],
  ["a string without its padding", `${word(32)}${word(3)}${bytes("DAI")}`, "DAI"],
  ["a string of many bytes each", `${word(32)}${word(8)}${padded("€ 💶")}`, "€ 💶"],
  ["32 bytes of text", bytes("MKR").padEnd(64, "0"), "MKR"],
  ["32 bytes without an end", bytes("x".repeat(32)), "x".repeat(32)],
  ["nothing", "", null],
  ["a string that is cut off", `${word(32)}${word(4)}${bytes("DAI")}`, null],
  ["a length without a string", `${word(32)}${word(2n ** 255n)}`, null],
  ["a string that lies nowhere", `${word(2n ** 64n)}${word(3)}${padded("DAI")}`, null],
  ["bytes that are no text", `${word(32)}${word(2)}${"c328".padEnd(64, "0")}`, null],
  ["as much as is taken", `${word(32)}${word(40)}${padded("x".repeat(40))}`, "x".repeat(40)],
  ["more than is taken", `${word(32)}${word(41)}${padded("x".repeat(41))}`, null],
];

test.each(TEXTS)("reads the text in %s", (_, returned, expected) => {
  expect(readText(`0x${returned}`, 40)).toBe(expected);
});
