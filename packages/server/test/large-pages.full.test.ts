import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { type Hex, ZERO_ADDRESS } from "../src/chain/records.ts";
import { MAX_PAGE_BYTES } from "../src/handlers/pages.ts";
import { createWaitingBytes } from "../src/http/connections.ts";
import { HttpError } from "../src/http/http-error.ts";
import type { ChainWriter } from "../src/store/chain-writer.ts";
import { address, blockOf, name } from "./support/blocks.ts";
import { emptyStores } from "./support/engines.ts";
import { rawConnection } from "./support/raw.ts";
import { serve } from "./support/serve.ts";
import { startService } from "./support/support.ts";

const OWNER = address(1);
const COLLECTION: Hex = `0x${"c1".repeat(20)}`;
const COUNT = 16;
/** The longest that is read. */
const URI_BYTES = 262_144;
const LISTING = `/ethereum/v1/address/${OWNER}/balance/erc721`;

async function addLargeNfts(store: ChainWriter): Promise<void> {
  const nftTransfers = Array.from({ length: COUNT }, (_, at) => ({
    ...{ collection: COLLECTION, tokenId: BigInt(at), from: ZERO_ADDRESS, to: OWNER, logIndex: at },
  }));
  await store.addBlocks([{ ...blockOf(name(1)), nftTransfers }], undefined);
  const uri = "u".repeat(URI_BYTES);
  for (const { collection, tokenId } of nftTransfers) {
    const nft = { collection, tokenId, uri, metadata: null, isDue: false };
    await store.settle(name(1), { tokens: [], balances: [], nfts: [nft] });
  }
}

/** Serves a store. @returns Fetches all pages of a listing, and returns the size of each in bytes, and the entries. */
async function serving(store: ChainWriter) {
  const { url } = await startService({}, { chains: new Map([["ethereum", store]]) });
  return async <Entry>(path: string, field: string) => {
    const sizes: number[] = [];
    const entries: Entry[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? "" : `?cursor=${cursor}`;
      const response = await fetch(`${url}${path}${query}`);
      expect(response.status).toBe(200);
      const text = await response.text();
      const page = JSON.parse(text);
      sizes.push(Buffer.byteLength(text));
      entries.push(...page[field]);
      ({ cursor } = page);
    } while (cursor !== null);
    return { entries, isLarge: sizes.map((size) => size > MAX_PAGE_BYTES + 2_000) };
  };
}

test("pages of NFTs end at a number of bytes, with a cursor", async () => {
  for (const store of await emptyStores()) {
    await addLargeNfts(store);
    const walk = await serving(store);
    const found = await walk<{ tokenId: string }>(LISTING, "erc721TokenBalances");
    expect(found.entries.map(({ tokenId }) => Number(tokenId))).toEqual([...Array(COUNT).keys()]);
    expect(found.isLarge).toEqual(Array(Math.ceil(COUNT / 3)).fill(false));
  }
});

test("pages of transactions end at a number of bytes, and have at least one", async () => {
  // The second and the third are just as long as a page, with `0x`.
  const inputs = [
    2 * MAX_PAGE_BYTES,
    MAX_PAGE_BYTES / 2 - 4,
    MAX_PAGE_BYTES / 2,
    MAX_PAGE_BYTES,
    10,
    10,
  ];
  const plain = blockOf(name(1), inputs.length);
  const transactions = plain.transactions.map((record, at) => ({
    ...record,
    input: `0x${"ab".repeat((inputs[at] ?? 0) / 2)}` as Hex,
  }));
  for (const store of await emptyStores()) {
    await store.addBlocks([{ ...plain, transactions }], undefined);
    const walk = await serving(store);
    for (const list of [`address/${OWNER}/transactions`, "block/1/transactions", "transactions"]) {
      type Entry = { transaction_index: number };
      const found = await walk<Entry>(`/ethereum/v1/${list}`, "transactions");
      expect(found.entries.map((entry) => entry.transaction_index)).toEqual([5, 4, 3, 2, 1, 0]);
      expect(found.isLarge).toEqual([false, false, false, true]);
    }
  }
});

test("limits the bytes that wait for all callers together", async () => {
  const limits = { caller: 2 ** 30, all: 20 * 2 ** 20 };
  const waiting = createWaitingBytes(limits);
  const body = Buffer.alloc(30 * 2 ** 20);
  const handle: RequestListener = ({ headers, socket }, response) => {
    try {
      waiting.count(socket, String(headers.caller));
      waiting.assertRoom(String(headers.caller));
      response.end(body);
    } catch (error) {
      response.statusCode = error instanceof HttpError ? error.status : 500;
      response.end();
    }
  };
  const url = await serve(handle);
  const slow = await rawConnection(url);
  slow.socket.pause();
  slow.send("GET / HTTP/1.1\r\nhost: x\r\ncaller: a\r\nconnection: close\r\n\r\n");
  const status = async () => (await fetch(url, { headers: { caller: "b" } })).status;
  await expect.poll(status).toBe(503);
  slow.socket.destroy();
  await expect.poll(status).toBe(200);
});
