import { describe, expect, test } from "vitest";
import { refresh, Turns } from "../src/balances/refresh.ts";
import { encodeWord } from "../src/chain/abi.ts";
import type { BlockName, Hex, TouchedPair } from "../src/chain/records.ts";
import type { BlockChange, ChainWriter } from "../src/store/chain-writer.ts";
import { answeringClient, type ReceivedCall } from "./support/answering-client.ts";
import { address, blockOf, name } from "./support/blocks.ts";
import { someEngines, untilEnd } from "./support/engines.ts";
import { random } from "./support/ingest.ts";

const [OWNERS, TOKENS] = [400, 20];
const NOBODY = address(0);
const LIMIT = { pairs: 50, ofOwner: 10_000 };
const TOKEN_URI = "0xc87b56dd";

/** A chain of made-up blocks in a store, and a node of which each balance is 1. */
async function chainIn(store: ChainWriter, rate = Number.POSITIVE_INFINITY) {
  let tip: BlockName = name(0);
  const sent: Hex[] = [];
  const refused = new Set<Hex>();
  const answer = ({ to, data }: ReceivedCall): Hex | undefined => {
    sent.push(to);
    const isUri = data.startsWith(TOKEN_URI);
    return refused.has(to) ? undefined : isUri ? "0x" : `0x${encodeWord(1n)}`;
  };
  const rpc = answeringClient(() => tip, answer, { rate });
  await store.addBlocks([{ ...blockOf(tip), touched: [] }], undefined);
  return {
    rpc,
    refused,
    sent,
    async add(change: Partial<BlockChange>, next = name(tip.number + 1)) {
      await store.addBlocks([{ ...blockOf(next), touched: [], ...change }], tip);
      tip = next;
    },
    async rollBack(blocks: number) {
      const to = tip.number - blocks;
      expect(await store.rollbackTo(to, tip)).toBe(true);
      tip = name(to);
    },
  };
}

/** An address as those of wallets, which are spread evenly. */
const walletOf = (number: number): Hex =>
  `0x${((BigInt(number) * 0x9e3779b97f4a7c15f39cc0605cedc8341082276bn) % 2n ** 160n).toString(16).padStart(40, "0")}`;
const pairOf = (owner: number, token: number): TouchedPair => ({
  ...{ owner: walletOf(owner), token: address(10_000 + token) },
});

/** Returns so many pairs at most, without doubles. */
function somePairs(pick: (below: number) => number, count: number): TouchedPair[] {
  const pairs = Array.from({ length: count }, () => pairOf(1 + pick(OWNERS), pick(TOKENS)));
  return [...new Map(pairs.map((pair) => [pair.owner + pair.token, pair])).values()];
}

/** Returns how many of some owners have no balance that was read. */
async function countUnread(store: ChainWriter, owners: readonly Hex[]): Promise<number> {
  let unread = 0;
  for (const owner of owners) {
    const read = await store.listErc20Balances(owner, undefined, undefined, 1);
    unread += read.length === 0 ? 1 : 0;
  }
  return unread;
}

const ALL_OWNERS = Array.from({ length: OWNERS }, (_, at) => walletOf(1 + at));

describe.each(someEngines())("$name", (engine) => {
  const open = async () => untilEnd(await engine.openWriter(await engine.place()));

  test("on a chain that is busier than its node, every owner has its turn", async () => {
    const store = await open();
    const { rpc, add } = await chainIn(store);
    const turns = new Turns();
    const pick = random(5);
    for (let block = 1; block <= 120; block += 1) {
      await add({ touched: somePairs(pick, 60) });
      await refresh(store, rpc, { turns, limit: LIMIT });
    }
    const pending = await store.listPending(undefined, 100_000);
    const quarters = [0, 0, 0, 0];
    for (const { owner } of pending) {
      const quarter = Number(BigInt(owner) >> 158n);
      quarters[quarter] = (quarters[quarter] ?? 0) + 1;
    }
    expect(pending.length).toBeGreaterThan(400);
    for (const count of quarters) {
      expect(count).toBeLessThan(pending.length / 2);
    }
    expect(await countUnread(store, ALL_OWNERS)).toBeLessThan(OWNERS / 20);
    expect(turns.longestWait()).toBeGreaterThan(0);
    while (await refresh(store, rpc, { turns })) {}
    expect(turns.longestWait()).toBe(0);
    expect(await store.listPending(undefined, 1)).toEqual([]);
  });

  test("also if it is restarted all the time, and reorganised meanwhile", async () => {
    const store = await open();
    const { rpc, add, rollBack } = await chainIn(store);
    const pick = random(7);
    for (let block = 1; block <= 120; block += 1) {
      await add({ touched: somePairs(pick, 60) }, name(block, block % 10 === 9 ? 1 : 0));
      await refresh(store, rpc, { limit: LIMIT });
      if (block % 10 === 9) {
        await rollBack(1);
        await add({ touched: somePairs(pick, 60) });
      }
    }
    expect(await store.listPending(undefined, 1)).not.toEqual([]);
    expect(await countUnread(store, ALL_OWNERS)).toBeLessThan(OWNERS / 10);
  });

  test("an owner of thousands of tokens is read in parts that the rate of the node allows", async () => {
    const store = await open();
    const { rpc, add, sent } = await chainIn(store, 5);
    const all = Array.from({ length: 3_000 }, (_, token) => pairOf(1, token));
    const others = Array.from({ length: 40 }, (_, at) => pairOf(2 + at, 0));
    await add({ touched: [...all, ...others] });
    let most = 0;
    let steps = 0;
    const turns = new Turns();
    while ((await countUnread(store, [walletOf(1), walletOf(41)])) > 0) {
      const before = sent.length;
      await refresh(store, rpc, { turns });
      most = Math.max(most, sent.length - before);
      steps += 1;
      expect(steps).toBeLessThan(500);
    }
    // What 5 calls per second do in less than five minutes.
    expect(most).toBeLessThan(1_500);
  });

  test.each([
    ["at a rate", 50, {}, 20],
    ["at any rate", Number.POSITIVE_INFINITY, { limit: LIMIT }, 4],
  ])(
    "NFTs and tokens have their turns while more balances arrive than are read, %s",
    async (...row) => {
      const [, rate, options, most] = row;
      const store = await open();
      const { rpc, add } = await chainIn(store, rate);
      const minted = Array.from({ length: 30 }, (_, at) => ({
        ...{ collection: address(0xc0), tokenId: BigInt(at), from: NOBODY, logIndex: at },
        to: walletOf(500 - at),
      }));
      await add({ nftTransfers: minted, touched: [pairOf(1, 1)] });
      while (await refresh(store, rpc)) {}
      const more = minted.map((nft) => ({ ...nft, tokenId: nft.tokenId + 100n }));
      await add({ nftTransfers: more, upgraded: [pairOf(1, 1).token] });
      const pick = random(3);
      const turns = new Turns();
      const isPending = async () =>
        (await store.countMetadata()).withoutUri > 0 || (await store.listDueTokens(1)).length > 0;
      await add({ touched: Array.from({ length: 4_000 }, (_, at) => pairOf(1_000 + at, 0)) });
      for (let steps = 0; await isPending(); steps += 1) {
        await add({ touched: somePairs(pick, 150) });
        await refresh(store, rpc, { turns, ...options });
        expect(steps).toBeLessThan(most);
      }
      expect(await store.listPending(undefined, 1)).not.toEqual([]);
    },
  );

  test("NFTs of every owner have their turn while more are minted than are read", async () => {
    const store = await open();
    const { rpc, add } = await chainIn(store);
    const mint = (owner: number, ids: readonly number[]) =>
      ids.map((id, at) => ({
        ...{ collection: address(0xc0), tokenId: BigInt(id), from: NOBODY, logIndex: at },
        to: walletOf(owner),
      }));
    const turns = new Turns();
    for (let block = 1; block <= 40; block += 1) {
      const [owner, count] = block === 9 ? [2_584, 3] : [1 + (block % 7), 60];
      const ids = Array.from({ length: count }, (_, at) => block * 1_000 + at);
      await add({ nftTransfers: mint(owner, ids) });
      await refresh(store, rpc, { turns, limit: LIMIT });
    }
    const left = await store.listNftsWithoutUri(undefined, 100_000);
    expect(left.length).toBeGreaterThan(100);
    expect(left.filter(({ tokenId }) => tokenId < 9_010n)).toEqual([]);
  });

  test("owners of one token, and a contract that is refused, delay no others", async () => {
    const store = await open();
    const { rpc, add, refused } = await chainIn(store);
    const bad = pairOf(0, 1).token;
    refused.add(bad);
    const held = Array.from({ length: 700 }, (_, owner) => pairOf(1 + owner, 2));
    const ofBad = Array.from({ length: 700 }, (_, owner) => pairOf(1 + owner, 1));
    const turns = new Turns();
    await add({ touched: [...held, ...ofBad, pairOf(9_000, 3)] });
    for (let steps = 1; (await countUnread(store, [walletOf(9_000)])) > 0; steps += 1) {
      await add({ touched: held.slice(0, 100) });
      await refresh(store, rpc, { turns, limit: { pairs: 200, ofOwner: 10_000 } });
      expect(steps).toBeLessThan(15);
    }
    while (await refresh(store, rpc, { turns })) {}
    expect(turns.longestWait()).toBe(0);
    expect(await store.pairState(walletOf(1), bad)).toBe("pending");
  });
});
