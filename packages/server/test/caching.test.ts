import { describe, expect, test } from "vitest";
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
  `/v2/ethereum/transactions/${change(number, fork).transactions[0]?.record.hash}`;
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

describe("cache lifetimes", () => {
  const lifetimes: readonly (readonly [what: string, path: string, expected: string])[] = [
    ["a final block", `/v2/ethereum/blocks/${TIP - FINALITY}`, FINAL],
    ["the first block that is not final", `/v2/ethereum/blocks/${TIP - FINALITY + 1}`, RECENT],
    ["the newest block", "/v2/ethereum/blocks/latest", RECENT],
    ["a final transaction", transactionOf(TIP - FINALITY), FINAL],
    ["a transaction that is not final", transactionOf(TIP - FINALITY + 1), RECENT],
    ["a final block's transactions", `/ethereum/v1/block/${TIP - FINALITY}/transactions`, FINAL],
    ["a recent block's", `/ethereum/v1/block/${TIP - FINALITY + 1}/transactions`, RECENT],
    ["the first page of an address", LISTING, RECENT],
    ["the newest transactions", "/ethereum/v1/transactions", RECENT],
    ["balances", BALANCES, RECENT],
    ["an NFT", NFT, RECENT],
    ["NFTs", `/ethereum/v1/address/${OWNER}/balance/erc721`, RECENT],
  ];

  test("depend on whether it is final", async () => {
    const { service } = await servedChain();
    for (const [what, path, expected] of lifetimes) {
      const { status, headers } = await service.get(path);
      expect([status, headers.get("cache-control")], what).toEqual([200, expected]);
      expect(headers.get("etag")).toMatch(new RegExp(`^"[\\w.-]+-${readVersion()}"$`));
      const head = await service.get(path, { method: "HEAD" });
      expect(head.headers.get("etag")).toBe(headers.get("etag"));
      expect(head.headers.get("cache-control")).toBe(expected);
      // Weakened, as by a proxy that compresses, and among others.
      const held = `"other", W/${headers.get("etag")}`;
      for (const method of ["GET", "HEAD"]) {
        const again = await service.get(path, { method, headers: { "if-none-match": held } });
        expect([again.status, again.body], what).toEqual([304, ""]);
        expect(again.headers.get("cache-control")).toBe(expected);
        expect(again.headers.get("etag")).toBe(headers.get("etag"));
      }
      const other = { headers: { "if-none-match": '"other"' } };
      expect((await service.get(path, other)).status).toBe(200);
    }
  });

  test("of a page depends on where it begins; of the last page it is a minute", async () => {
    const { service } = await servedChain();
    const recent = await service.get(await pageBeneath(service, TIP - FINALITY + 1));
    expect(recent.headers.get("cache-control")).toBe(RECENT);
    const path = await pageBeneath(service, TIP - FINALITY);
    const final = await service.get(path);
    expect(final.headers.get("cache-control")).toBe(FINAL);
    let last = final;
    let lastPath = path;
    while (last.body.cursor) {
      lastPath = `${LISTING}?limit=100&cursor=${last.body.cursor}`;
      last = await service.get(lastPath);
    }
    expect(last.headers.get("cache-control")).toBe(LAST_PAGE);
    const held = { headers: { "if-none-match": last.headers.get("etag") ?? "" } };
    const again = await service.get(lastPath, held);
    expect([again.status, again.headers.get("cache-control")]).toEqual([304, LAST_PAGE]);
  });

  test("balances and NFTs are not read again until the store changes", async () => {
    const { store, service, reads } = await servedChain();
    const ofContract = `${BALANCES}?contract-address=${address(9)}`;
    const paths = [BALANCES, ofContract, NFT, `/ethereum/v1/address/${OWNER}/balance/erc721`];
    const etags = new Map<string, string>();
    for (const path of [...paths, ...paths]) {
      etags.set(path, (await service.get(path)).headers.get("etag") ?? "");
    }
    reads.splice(0);
    for (const [path, etag] of etags) {
      const held = { headers: { "if-none-match": etag } };
      expect([path, (await service.get(path, held)).status]).toEqual([path, 304]);
    }
    expect(reads).toEqual([]);
    await settle(store, 6n);
    const { body } = await service.get(ofContract);
    expect(body.erc20TokenBalances[0].raw_balance).toBe("6");
  });

  test("errors, refused requests and management are not cached", async () => {
    const { service } = await servedChain();
    const any = { "if-none-match": "*" };
    for (const [path, status] of [
      ["/v2/ethereum/blocks/999999", 404],
      [transactionOf(TIP + 1), 404],
      ["/ethereum/v1/block/999999/transactions", 404],
      ["/ethereum/v1/address/0x12/transactions", 400],
      [`${LISTING}?cursor=x`, 400],
      ["/nowhere", 404],
    ] as const) {
      const response = await service.get(path, { headers: any });
      expect([path, response.status]).toEqual([path, status]);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("etag")).toBeNull();
    }
    const bad = { headers: { authorization: "Bearer nonsense" } };
    const refused = await service.get("/v2/ethereum/blocks/1", bad);
    expect([refused.status, refused.headers.get("cache-control")]).toEqual([401, "no-store"]);
    const names = { subgraph_name: "s", version: "1" };
    const managed = await service.post("/public_api/v1/ns/tags/query-tag", names);
    expect(managed.headers.get("cache-control")).toBe("no-store");
  });
});

describe("an entity tag", () => {
  const tags = async (service: TestService, paths: readonly string[]) => {
    const all = await Promise.all(paths.map((path) => service.get(path)));
    return all.map(({ headers }) => headers.get("etag"));
  };

  test("changes with what a reorganisation replaces, and only then", async () => {
    const { store, service } = await servedChain();
    const changed = ["/v2/ethereum/blocks/latest", `/v2/ethereum/blocks/${TIP}`, LISTING];
    changed.push(`/ethereum/v1/block/${TIP}/transactions`, "/ethereum/v1/transactions");
    const kept = ["/v2/ethereum/blocks/7", transactionOf(7), BALANCES, NFT];
    kept.push(await pageBeneath(service, TIP - FINALITY), `/v2/ethereum/blocks/${TIP - 1}`);
    const before = { changed: await tags(service, changed), kept: await tags(service, kept) };
    await store.rollbackTo(TIP - 1, name(TIP));
    await store.addBlocks([change(TIP, 1)], name(TIP - 1));
    const after = { changed: await tags(service, changed), kept: await tags(service, kept) };
    expect(after.kept).toEqual(before.kept);
    expect(after.changed.filter((tag, at) => tag === before.changed[at])).toEqual([]);
    // A cached response of the other fork is replaced.
    for (const [at, path] of changed.entries()) {
      const held = { headers: { "if-none-match": before.changed[at] ?? "" } };
      expect([path, (await service.get(path, held)).status]).toEqual([path, 200]);
    }
  });

  test("changes when older blocks are added to the last page", async () => {
    const long = await servedChain();
    let last = await pageBeneath(long.service, TIP - FINALITY);
    for (let cursor: string | null = ""; cursor !== null; ) {
      last = cursor ? `${LISTING}?limit=100&cursor=${cursor}` : last;
      ({ cursor } = (await long.service.get(last)).body);
    }
    const short = await servedChain(3);
    for (const [{ store, service }, path] of [
      [long, last],
      [short, LISTING],
    ] as const) {
      const before = await service.get(path);
      await store.prependBlocks([change(0)], name(1));
      const held = { headers: { "if-none-match": before.headers.get("etag") ?? "" } };
      const after = await service.get(path, held);
      expect([path, after.status]).toEqual([path, 200]);
      expect(after.body.transactions).toHaveLength(before.body.transactions.length + 2);
    }
  });

  test("changes when a balance is settled after its block", async () => {
    const { store, service } = await servedChain();
    const [before] = await tags(service, [BALANCES]);
    await settle(store, 6n);
    const [after] = await tags(service, [BALANCES]);
    expect(after).not.toBe(before);
  });
});
