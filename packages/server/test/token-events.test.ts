import { expect, test } from "vitest";
import { encodeWord } from "../src/chain/abi.ts";
import type { Hex } from "../src/chain/records.ts";
import type { RpcLog } from "../src/chain/rpc-types.ts";
import { type TokenEvents, tokenEvents } from "../src/source/events.ts";
import { NO_EVENTS as NOTHING } from "./support/blocks.ts";

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const DEPOSIT = "0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c";
const WITHDRAWAL = "0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65";
const ERC20_TRANSFER = "0xe59fdd36d0d223c0c7d996db7ad796880f45e1936cb0bb7ac102e7082e031487";
const CONSECUTIVE = "0xdeaa91b6123d068f5821d0fb0678463d1a8a6079fe8af5de3ce5e896dcf9133d";
const UPGRADED = "0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b";
const DIAMOND_CUT = "0x8faa70878671ccd212d20771b795c50af8fd3ff6cf27f4bde57e5d4de0aeb673";
const METADATA = "0xf8e1a15aba9398e019f0b49df1a4fde98ee17ae345cb5f6b5e2c27f5033e8ce7";
const BATCH_METADATA = "0x6bd5c950a8d8df17f772f5af37cb3655737899cbf903264b9795592da439661c";
const TRANSFER_SINGLE = "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62";
const TRANSFER_BATCH = "0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb";
const APPROVAL = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";

const TOKEN: Hex = `0x${"c1".repeat(20)}`;
const A: Hex = `0x${"a1".repeat(20)}`;
const B: Hex = `0x${"b2".repeat(20)}`;
const ZERO: Hex = `0x${"0".repeat(40)}`;
const SEVEN: Hex = `0x${"7".padStart(40, "0")}`;

const digits = (value: Hex | bigint) => encodeWord(BigInt(value));
const word = (value: Hex | bigint): Hex => `0x${digits(value)}`;
const data = (...words: readonly (Hex | bigint)[]): Hex => `0x${words.map(digits).join("")}`;

function read(topics: readonly Hex[], content: Hex, token = TOKEN): TokenEvents {
  const log = { address: token.toUpperCase().replace("0X", "0x"), topics, data: content };
  return tokenEvents([{ ...log, logIndex: "0x5" } as RpcLog]);
}

const touched = (...owners: readonly Hex[]): TokenEvents => ({
  ...NOTHING,
  touched: owners.map((owner) => ({ token: TOKEN, owner })),
});
const amount = (from: Hex, to: Hex, tokenId: bigint): TokenEvents => ({
  ...touched(...new Set([from, to].filter((owner) => owner !== ZERO))),
  possibleNfts: [{ collection: TOKEN, tokenId, from, to, logIndex: 5 }],
});
const moved = (from: Hex, to: Hex, ...ids: readonly bigint[]): TokenEvents => ({
  ...NOTHING,
  nftTransfers: ids.map((tokenId) => ({ collection: TOKEN, tokenId, from, to, logIndex: 5 })),
});

/** A transfer of what may be an address, whose recipient may be an amount. */
const among = (from: Hex, to: Hex, third: Hex): TokenEvents => ({
  ...amount(from, to, BigInt(third)),
  touched: touched(...[from, to, third].filter((owner) => owner !== ZERO)).touched,
});

const unread = (...owners: readonly Hex[]): TokenEvents => ({
  ...touched(...owners.filter((owner) => owner !== ZERO)),
  unrecognized: owners.map((owner) => ({ token: TOKEN, owner })),
});
/** What can be read, in a form that is not of the standard. */
const both = (from: Hex, to: Hex, value: bigint): TokenEvents => {
  const read = amount(from, to, value);
  return { ...read, unrecognized: read.touched };
};
const range = (from: Hex, to: Hex, first: bigint, last: bigint): TokenEvents => ({
  ...NOTHING,
  nftRanges: [{ collection: TOKEN, first, last, from, to, logIndex: 5 }],
});
const changed = (first: bigint, last: bigint): TokenEvents => ({
  ...NOTHING,
  updated: [{ collection: TOKEN, first, last }],
});

const MAX = 2n ** 256n - 1n;
/** A value that is no address. */
const FAR = 2n ** 200n;
const [a, b, zero, seven] = [word(A), word(B), word(ZERO), word(7n)];
/** Not an address: its padding is not zero. */
const SOILED: Hex = `0x01${a.slice(4)}`;

const SHAPES: readonly (readonly [string, readonly Hex[], Hex, TokenEvents])[] = [
  ["a transfer of ERC-20", [TRANSFER, a, b], data(7n), amount(A, B, 7n)],
  ["a transfer of nothing", [TRANSFER, a, b], data(0n), amount(A, B, 0n)],
  ["a transfer to oneself", [TRANSFER, a, a], data(7n), amount(A, A, 7n)],
  ["a mint of ERC-20", [TRANSFER, zero, b], data(MAX), amount(ZERO, B, MAX)],
  ["a burn of ERC-20", [TRANSFER, a, zero], data(7n), amount(A, ZERO, 7n)],
  ["an amount with a word behind it", [TRANSFER, a, b], data(7n, 1n), amount(A, B, 7n)],
  ["an amount with bytes behind it", [TRANSFER, a, b], `${data(7n)}1234`, amount(A, B, 7n)],
  ["a transfer without an amount", [TRANSFER, a, b], "0x", unread(A, B)],
  ["a short amount", [TRANSFER, a, b], "0x07", unread(A, B)],
  ["a sender that is not an address", [TRANSFER, SOILED, b], data(FAR), unread(B)],
  ["a recipient that is not an address", [TRANSFER, a, SOILED], data(FAR), unread(A)],

  ["a transfer of ERC-721", [TRANSFER, a, b, seven], "0x", moved(A, B, 7n)],
  ["a mint of ERC-721", [TRANSFER, zero, b, word(MAX)], "0x", moved(ZERO, B, MAX)],
  ["a burn of ERC-721", [TRANSFER, a, zero, word(0n)], "0x", moved(A, ZERO, 0n)],
  ["an NFT with a word behind it", [TRANSFER, a, b, seven], data(1n), moved(A, B, 7n)],
  ["an NFT from what is not an address", [TRANSFER, SOILED, b, word(FAR)], "0x", unread(B)],

  ["no value indexed, as in CryptoKitties", [TRANSFER], data(A, B, FAR), both(A, B, FAR)],
  ["a mint without any value indexed", [TRANSFER], data(ZERO, B, FAR), both(ZERO, B, FAR)],
  ["no value indexed, and no sender", [TRANSFER], data(FAR, B, FAR), unread(B)],
  ["no value indexed, and no recipient", [TRANSFER], data(A, FAR, FAR), unread(A)],
  ["only the sender indexed", [TRANSFER, a], data(B, FAR), unread(A, B)],
  ["only the event signature", [TRANSFER], "0x", unread(ZERO)],
  ["only data that is too short", [TRANSFER], "0x1234", unread(ZERO)],

  ["an amount of ERC-404", [ERC20_TRANSFER, a, b], data(7n), touched(A, B)],
  ["an amount of ERC-404 with nothing indexed", [ERC20_TRANSFER], data(A, B, FAR), unread(A, B)],
  ["an indexed amount of ERC-404", [ERC20_TRANSFER, a, b, word(FAR)], "0x", unread(A, B)],
  ["the sender and the amount indexed", [TRANSFER, a, seven], data(B), among(A, SEVEN, B)],
  ["the recipient and the amount indexed", [TRANSFER, b, seven], data(A), among(B, SEVEN, A)],
  ["a mint with the amount indexed", [TRANSFER, zero, seven], data(B), among(ZERO, SEVEN, B)],
  ["a great amount to an address of zeros", [TRANSFER, a, seven], data(FAR), amount(A, SEVEN, FAR)],

  ["a batch of ERC-2309", [CONSECUTIVE, seven, zero, b], data(9n), moved(ZERO, B, 7n, 8n, 9n)],
  ["a batch of one", [CONSECUTIVE, seven, a, b], data(7n), moved(A, B, 7n)],
  ["a large batch", [CONSECUTIVE, zero, a, b], data(1_000n), range(A, B, 0n, 1_000n)],
  ["a batch of all", [CONSECUTIVE, zero, a, b], data(MAX), range(A, B, 0n, MAX)],
  ["a batch that ends before it begins", [CONSECUTIVE, seven, a, b], data(6n), unread(A, B)],
  ["a batch from what is no address", [CONSECUTIVE, seven, SOILED, b], data(9n), unread(B)],
  ["a batch to what is no address", [CONSECUTIVE, seven, a, SOILED], data(9n), unread(A)],
  ["a batch with nothing indexed", [CONSECUTIVE], data(7n, A, B, 9n), unread(ZERO)],
  ["a batch without an end", [CONSECUTIVE, seven, a, b], "0x", unread(A, B)],
  ["no topics", [], data(A, B, 7n), NOTHING],

  ["an upgrade of a diamond", [DIAMOND_CUT], data(7n), { ...NOTHING, upgraded: [TOKEN] }],
  ["an upgrade of a proxy", [UPGRADED, a], "0x", { ...NOTHING, upgraded: [TOKEN] }],
  ["changed metadata", [METADATA], data(7n), changed(7n, 7n)],
  ["changed metadata of many", [BATCH_METADATA], data(1n, MAX), changed(1n, MAX)],
  ["changed metadata of nothing", [METADATA], "0x", NOTHING],

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
  const logs = [coin, there, back, { ...coin, logIndex: "0x3" }];
  const events = tokenEvents(logs as RpcLog[]);
  expect(events.touched).toHaveLength(2);
  expect(events.nftTransfers.map(({ from, to, logIndex }) => [from, to, logIndex])).toEqual([
    [A, B, 1],
    [B, A, 2],
  ]);
});

test("lists the NFTs of ranges one by one, up to a number per block", () => {
  const log = { address: TOKEN, topics: [CONSECUTIVE, zero, a, b], data: data(599n) };
  const logs = [log, { ...log, topics: [CONSECUTIVE, word(600n), a, b], data: data(1_199n) }, log];
  const events = tokenEvents(logs as unknown as RpcLog[]);
  expect([events.nftTransfers.length, events.nftRanges.length]).toEqual([600, 2]);
});

test("ignores transfers of the native token", () => {
  expect(read([TRANSFER, a, b], data(7n))).toEqual(amount(A, B, 7n));
  expect(read([TRANSFER, a, b], data(7n), `0x${"f".repeat(39)}e`)).toEqual(NOTHING);
});
