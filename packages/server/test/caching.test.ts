import { expect, test } from "vitest";
import { readVersion } from "../src/service/version.ts";
import { address, name } from "./support/blocks.ts";
import {
  COLLECTION,
  change,
  FINALITY,
  OWNER,
  servedChain,
  settle,
  TIP,
} from "./support/served-chain.ts";
import type { TestService } from "./support/support.ts";

const FINAL = "public, max-age=3600, s-maxage=604800";
const LAST_PAGE = "public, max-age=60, s-maxage=60";
const RECENT = "public, max-age=0, s-maxage=1";
const transactionOf = (number: number, fork = 0) =>
  `/v2/ethereum/transactions/${change(number, fork).transactions[0]?.hash}`;
const LISTING = `/ethereum/v1/address/${OWNER}/transactions`;
const BALANCES = `/ethereum/v1/address/${OWNER}/balance/erc20`;
const NFT = `/v2/ethereum/collections/${COLLECTION}/nfts/1`;

async function pageBeneath(service: TestService, block: number): Promise<string> {
  let path = `${LISTING}?`;
  for (let left = (TIP - block + 1) * 2; left > 0; left -= 100) {
    const { body } = await service.get(`${path}limit=${Math.min(left, 100)}`);
    path = `${LISTING}?cursor=${body.cursor}&`;
  }
  return path;
}

const LIFETIMES: readonly (readonly [what: string, path: string, lifetime: string])[] = [
  ["a final block", `/v2/ethereum/blocks/${TIP - FINALITY}`, FINAL],
  ["the first block that is not final", `/v2/ethereum/blocks/${TIP - FINALITY + 1}`, RECENT],
  ["the newest block", "/v2/ethereum/blocks/latest", RECENT],
  ["a final transaction", transactionOf(TIP - FINALITY), FINAL],
  ["a transaction that is not final", transactionOf(TIP - FINALITY + 1), RECENT],
  ["a final block's transactions", `/ethereum/v1/block/${TIP - FINALITY}/transactions`, FINAL],
  ["a recent block's", `/ethereum/v1/block/${TIP - FINALITY + 1}/transactions`, RECENT],
  ["the first page of an address", LISTING, RECENT],
  ["the newest transactions", "/ethereum/v1/transactions?limit=", RECENT],
  ["balances", BALANCES, RECENT],
  ["an NFT", NFT, RECENT],
  ["NFTs", `/ethereum/v1/address/${OWNER}/balance/erc721`, RECENT],
];

/** Returns status, lifetime and entity tag of a response. */
async function read({ get }: TestService, path: string, held = '"other"', method = "GET") {
  const { status, headers } = await get(path, { method, headers: { "if-none-match": held } });
  return [status, headers.get("cache-control"), headers.get("etag")] as const;
}

async function tagOf(service: TestService, path: string) {
  return (await read(service, path))[2] ?? "";
}

async function lastPage(service: TestService, first: string): Promise<string> {
  const { cursor } = (await service.get(first)).body;
  return cursor ? lastPage(service, `${LISTING}?limit=100&cursor=${cursor}`) : first;
}

test("the lifetime depends on whether a response is final", async () => {
  const { service } = await servedChain();
  for (const [what, path, lifetime] of LIFETIMES) {
    const etag = await tagOf(service, path);
    expect(etag).toMatch(new RegExp(`^"[\\w.-]+-${readVersion()}"$`));
    for (const method of ["GET", "HEAD"]) {
      const other = await read(service, path, '"other"', method);
      // Weakened, as by a proxy that compresses, and among others.
      const again = await read(service, path, `"other", W/${etag}`, method);
      const any = await read(service, path, "*", method);
      const expected = [200, 304, 304].map((status) => [status, lifetime, etag]);
      expect([other, again, any], `${method} ${what}`).toEqual(expected);
    }
  }
});

test("the lifetime of a page depends on where it begins; of the last page it is a minute", async () => {
  const { service } = await servedChain();
  const final = await pageBeneath(service, TIP - FINALITY);
  const last = await lastPage(service, final);
  const paths = [await pageBeneath(service, TIP - FINALITY + 1), final, last];
  const lifetimes = await Promise.all(paths.map(async (path) => (await read(service, path))[1]));
  expect(lifetimes).toEqual([RECENT, FINAL, LAST_PAGE]);
  const etag = await tagOf(service, last);
  expect(await read(service, last, etag)).toEqual([304, LAST_PAGE, etag]);
});

test("balances and NFTs are not read again until the store changes", async () => {
  const { store, service, reads } = await servedChain();
  const ofContract = `${BALANCES}?contract-address=${address(9)}`;
  const paths = [BALANCES, ofContract, NFT, `/ethereum/v1/address/${OWNER}/balance/erc721`];
  const etags = new Map<string, string>();
  for (const path of [...paths, ...paths]) {
    etags.set(path, await tagOf(service, path));
  }
  reads.splice(0);
  for (const [path, etag] of etags) {
    expect([path, ...(await read(service, path, etag))]).toEqual([path, 304, RECENT, etag]);
  }
  expect(reads).toEqual([]);
  // A balance is settled after its block.
  await settle(store, 6n);
  expect(await tagOf(service, BALANCES)).not.toBe(etags.get(BALANCES));
  const { body } = await service.get(ofContract);
  expect(body.erc20TokenBalances[0].raw_balance).toBe("6");
});

test.each<[string, number, RequestInit?]>([
  ["/v2/ethereum/blocks/999999", 404],
  [transactionOf(TIP + 1), 404],
  ["/ethereum/v1/block/999999/transactions", 404],
  ["/ethereum/v1/address/0x12/transactions", 400],
  [`${LISTING}?cursor=x`, 400],
  [NFT.replace(/1$/, String(2n ** 256n)), 400],
  ["/nowhere", 404],
  ["/v2/ethereum/blocks/1", 401, { headers: { authorization: "Bearer nonsense" } }],
  ["/public_api/v1/ns/tags/query-tag", 401, { method: "POST" }],
])("%s, a %i, is not cached", async (path, expected, { method = "GET", headers = {} } = {}) => {
  const { service } = await servedChain(2);
  const any = { method, headers: { "if-none-match": "*", ...headers } };
  const { status, headers: sent } = await service.get(path, any);
  expect([status, sent.get("cache-control"), sent.get("etag")]).toEqual([
    ...[expected, "no-store", null],
  ]);
});

test("an entity tag changes with what a reorganisation replaces, and only then", async () => {
  const { store, service } = await servedChain();
  const changed = ["/v2/ethereum/blocks/latest", `/v2/ethereum/blocks/${TIP}`, LISTING];
  changed.push(`/ethereum/v1/block/${TIP}/transactions`, "/ethereum/v1/transactions");
  const kept = ["/v2/ethereum/blocks/7", transactionOf(7), BALANCES, NFT];
  kept.push(await pageBeneath(service, TIP - FINALITY), `/v2/ethereum/blocks/${TIP - 1}`);
  const paths = [...changed, ...kept];
  const before = await Promise.all(paths.map((path) => tagOf(service, path)));
  await store.rollbackTo(TIP - 1, name(TIP));
  await store.addBlocks([change(TIP, 1)], name(TIP - 1));
  // A cached response of the other fork is replaced.
  const after = await Promise.all(paths.map((path, at) => read(service, path, before[at])));
  const statuses = after.map(([status]) => status);
  expect(statuses).toEqual(paths.map((path) => (changed.includes(path) ? 200 : 304)));
});

test("an entity tag changes when older blocks are added to the last page", async () => {
  const long = await servedChain();
  const last = await lastPage(long.service, await pageBeneath(long.service, TIP - FINALITY));
  for (const [{ store, service }, path] of [
    [long, last],
    [await servedChain(3), LISTING],
  ] as const) {
    const before = await service.get(path);
    await store.prependBlocks([change(0)], name(1));
    const held = { headers: { "if-none-match": before.headers.get("etag") ?? "" } };
    const after = await service.get(path, held);
    const counts = [before, after].map(({ body }) => body.transactions.length);
    expect([after.status, counts[1]]).toEqual([200, (counts[0] ?? 0) + 2]);
  }
});
