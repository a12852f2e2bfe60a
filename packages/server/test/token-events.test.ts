import { expect, test } from "vitest";
import { encodeWord } from "../src/chain/abi.ts";
import type { Hex } from "../src/chain/records.ts";
import type { RpcReceipt } from "../src/chain/rpc-types.ts";
import { type TokenEvents, tokenEvents } from "../src/source/events.ts";

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const DEPOSIT = "0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c";
const WITHDRAWAL = "0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65";
const TRANSFER_SINGLE = "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62";
const TRANSFER_BATCH = "0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb";
const APPROVAL = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";

const TOKEN: Hex = `0x${"c1".repeat(20)}`;
const A: Hex = `0x${"a1".repeat(20)}`;
const B: Hex = `0x${"b2".repeat(20)}`;
const ZERO: Hex = `0x${"0".repeat(40)}`;

const digits = (value: Hex | bigint) => encodeWord(BigInt(value));
const word = (value: Hex | bigint): Hex => `0x${digits(value)}`;
const data = (...words: readonly (Hex | bigint)[]): Hex => `0x${words.map(digits).join("")}`;

function read(topics: readonly Hex[], content: Hex, token = TOKEN): TokenEvents {
  const log = { address: token.toUpperCase().replace("0X", "0x"), topics, data: content };
  return tokenEvents([{ logs: [{ ...log, logIndex: "0x5" }] } as unknown as RpcReceipt]);
}

const NOTHING: TokenEvents = { nftTransfers: [], touched: [] };
const touched = (...owners: readonly Hex[]): TokenEvents => ({
  nftTransfers: [],
  touched: owners.map((owner) => ({ token: TOKEN, owner })),
});
const moved = (from: Hex, to: Hex, tokenId: bigint): TokenEvents => ({
  nftTransfers: [{ collection: TOKEN, tokenId, from, to, logIndex: 5 }],
  touched: [],
});

const MAX = 2n ** 256n - 1n;
const [a, b, zero, seven] = [word(A), word(B), word(ZERO), word(7n)];
/** Not an address: its padding is not zero. */
const SOILED: Hex = `0x01${a.slice(4)}`;

const SHAPES: readonly (readonly [string, readonly Hex[], Hex, TokenEvents])[] = [
  ["a transfer of ERC-20", [TRANSFER, a, b], data(7n), touched(A, B)],
  ["a transfer of nothing", [TRANSFER, a, b], data(0n), touched(A, B)],
  ["a transfer to oneself", [TRANSFER, a, a], data(7n), touched(A)],
  ["a mint of ERC-20", [TRANSFER, zero, b], data(MAX), touched(B)],
  ["a burn of ERC-20", [TRANSFER, a, zero], data(7n), touched(A)],
  ["a transfer without an amount", [TRANSFER, a, b], "0x", NOTHING],
  ["a short amount", [TRANSFER, a, b], "0x07", NOTHING],
  ["an amount with trailing data", [TRANSFER, a, b], data(7n, 1n), NOTHING],
  ["a sender that is not an address", [TRANSFER, SOILED, b], data(7n), NOTHING],
  ["a recipient that is not an address", [TRANSFER, a, SOILED], data(7n), NOTHING],

  ["a transfer of ERC-721", [TRANSFER, a, b, seven], "0x", moved(A, B, 7n)],
  ["a mint of ERC-721", [TRANSFER, zero, b, word(MAX)], "0x", moved(ZERO, B, MAX)],
  ["a burn of ERC-721", [TRANSFER, a, zero, word(0n)], "0x", moved(A, ZERO, 0n)],
  ["an NFT with an amount", [TRANSFER, a, b, seven], data(1n), NOTHING],
  ["an NFT from what is not an address", [TRANSFER, SOILED, b, seven], "0x", NOTHING],

  ["no value indexed, as in CryptoKitties", [TRANSFER], data(A, B, 7n), NOTHING],
  ["only the sender indexed", [TRANSFER, a], data(B, 7n), NOTHING],
  ["only the event signature", [TRANSFER], "0x", NOTHING],
  ["no topics", [], data(A, B, 7n), NOTHING],

  ["a deposit", [DEPOSIT, a], data(7n), touched(A)],
  ["a withdrawal", [WITHDRAWAL, a], data(7n), touched(A)],
  ["a deposit without an amount", [DEPOSIT, a], "0x", NOTHING],
  ["a deposit with an indexed amount", [DEPOSIT, a, seven], "0x", NOTHING],
  ["a deposit by what is not an address", [DEPOSIT, SOILED], data(7n), NOTHING],
  ["a withdrawal with nothing indexed", [WITHDRAWAL], data(A, 7n), NOTHING],

  ["one token of ERC-1155", [TRANSFER_SINGLE, a, zero, b], data(7n, 1n), NOTHING],
  ["many of ERC-1155", [TRANSFER_BATCH, a, a, b], data(64n, 128n, 1n, 7n, 1n, 1n), NOTHING],
  ["an approval", [APPROVAL, a, b], data(7n), NOTHING],
];

test.each(SHAPES)("%s", (_, topics, content, expected) => {
  expect(read(topics, content)).toEqual(expected);
});

test("reports a pair once, and each of two transfers of an NFT in order", () => {
  const address = TOKEN;
  const coin = { address, topics: [TRANSFER, a, b], data: data(7n), logIndex: "0x0" };
  const there = { address, topics: [TRANSFER, a, b, seven], data: "0x", logIndex: "0x1" };
  const back = { address, topics: [TRANSFER, b, a, seven], data: "0x", logIndex: "0x2" };
  const receipts = [{ logs: [coin, there] }, { logs: [back, { ...coin, logIndex: "0x3" }] }];
  const events = tokenEvents(receipts as unknown as RpcReceipt[]);
  expect(events.touched).toHaveLength(2);
  expect(events.nftTransfers.map(({ from, to, logIndex }) => [from, to, logIndex])).toEqual([
    [A, B, 1],
    [B, A, 2],
  ]);
});

test("ignores transfers of the native token", () => {
  expect(read([TRANSFER, a, b], data(7n))).toEqual(touched(A, B));
  expect(read([TRANSFER, a, b], data(7n), `0x${"f".repeat(39)}e`)).toEqual(NOTHING);
});
