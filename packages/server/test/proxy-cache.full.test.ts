import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { name } from "./support/blocks.ts";
import { startNginx, withNginx } from "./support/nginx.ts";
import { change, FINALITY, OWNER, servedChain, TIP } from "./support/served-chain.ts";

/** Lifetime of responses that are not final: `s-maxage` in seconds. */
const ALLOWED = 1;
/** Until then, nginx has noticed that a response may not be kept any longer. */
const EXPIRED_MS = (ALLOWED + 1) * 1_000;
const ROUNDS = 4;

const PATHS = [
  "/v2/ethereum/blocks/latest",
  `/v2/ethereum/blocks/${TIP}`,
  `/ethereum/v1/block/${TIP}/transactions`,
  `/ethereum/v1/address/${OWNER}/transactions?limit=2`,
  "/ethereum/v1/transactions?limit=3",
];

function blocksIn(body: {
  block?: { hash: string };
  transactions?: { block_hash: string }[];
}): string[] {
  const listed = (body.transactions ?? []).map((transaction) => transaction.block_hash);
  return body.block ? [body.block.hash] : listed;
}

const secondOf = (ms: number) => Math.floor(ms / 1_000);

withNginx("a cache serves no replaced block for longer than it may keep it", async () => {
  const { store, service } = await servedChain();
  const proxy = await startNginx(service.url);
  const replacedAt = new Map<string, number>();
  const storedAt = new Map<string, number>();
  const late: string[] = [];
  const seen = new Set<string>();
  const states = new Map<string, number>();
  let isOver = false;

  const read = async (path: string) => {
    while (!isOver) {
      const sentAt = Date.now();
      const response = await fetch(proxy + path);
      // Between two forks there is no such block for a moment.
      expect([200, 404]).toContain(response.status);
      const state = response.headers.get("x-cache") ?? "";
      states.set(state, (states.get(state) ?? 0) + 1);
      for (const hash of blocksIn((await response.json()) as Parameters<typeof blocksIn>[0])) {
        seen.add(hash);
        const isReplaced = sentAt > (replacedAt.get(hash) ?? Number.POSITIVE_INFINITY);
        if (state !== "HIT") {
          storedAt.set(path + hash, Date.now());
          // The service itself has no orphans, not even for a moment.
          late.push(...(isReplaced ? [`${path}: ${hash} from the service`] : []));
          continue;
        }
        // nginx counts whole seconds: what it stored within one is served until the next one ends.
        const age = secondOf(sentAt) - secondOf(storedAt.get(path + hash) ?? 0);
        if (age > ALLOWED) {
          late.push(`${path}: ${hash} was stored ${age} whole seconds before`);
        }
      }
      await wait(15);
    }
  };
  const readers = Promise.all(PATHS.map(read));
  for (let fork = 1; fork <= ROUNDS; fork += 1) {
    await wait(EXPIRED_MS + 300);
    const before = name(TIP, fork - 1);
    await store.rollbackTo(TIP - 1, before);
    await store.addBlocks([change(TIP, fork)], name(TIP - 1));
    replacedAt.set(before.hash, Date.now());
  }
  await wait(EXPIRED_MS + 500);
  isOver = true;
  await readers;

  expect(late).toEqual([]);
  // All forks were served, and most requests only reached the cache.
  expect([...replacedAt.keys()].filter((hash) => !seen.has(hash))).toEqual([]);
  expect(seen).toContain(name(TIP, ROUNDS).hash);
  const total = [...states.values()].reduce((sum, count) => sum + count, 0);
  expect((states.get("HIT") ?? 0) / total).toBeGreaterThan(0.7);
});

withNginx("final blocks come from the cache, errors and management never do", async () => {
  const { service, reads } = await servedChain();
  const proxy = await startNginx(service.url);
  const states = async (path: string, init?: RequestInit) => {
    const responses = [await fetch(proxy + path, init), await fetch(proxy + path, init)];
    return responses.map(({ headers }) => headers.get("x-cache") ?? "none");
  };
  expect(await states(`/v2/ethereum/blocks/${TIP - FINALITY}`)).toEqual(["MISS", "HIT"]);
  expect(await states("/v2/ethereum/blocks/999999")).toEqual(["MISS", "MISS"]);
  const post = {
    method: "POST",
    headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
    body: JSON.stringify({ subgraph_name: "s", version: "1" }),
  };
  expect(await states("/public_api/v1/ns/tags/query-tag", post)).toEqual(["none", "none"]);
  // The caller's own copy is compared with that of the cache.
  const { headers } = await fetch(`${proxy}/v2/ethereum/blocks/1`);
  const held = { headers: { "if-none-match": headers.get("etag") ?? "" } };
  expect((await fetch(`${proxy}/v2/ethereum/blocks/1`, held)).status).toBe(304);
  // Changed responses are revalidated by entity tag.
  const path = `/v2/ethereum/blocks/${TIP}`;
  await service.get(path);
  await service.get(path);
  reads.splice(0);
  await fetch(proxy + path);
  await wait(EXPIRED_MS + 200);
  expect((await fetch(proxy + path)).headers.get("x-cache")).toBe("REVALIDATED");
  // Neither was routed, although nginx adds the address of the client.
  expect(reads).toEqual([]);
});
