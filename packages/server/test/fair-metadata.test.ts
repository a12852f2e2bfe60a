import { describe, expect, test } from "vitest";
import { fetchDueMetadata, MetadataTurns } from "../src/metadata/queue.ts";
import type { ChainWriter } from "../src/store/chain-writer.ts";
import { mintDue } from "./support/blocks.ts";
import { someEngines, untilEnd } from "./support/engines.ts";
import { until } from "./support/ingest.ts";

type FetchText = (url: string) => Promise<string>;

describe.each(someEngines())("metadata on $name", (engine) => {
  /** A store in which the metadata of so many NFTs of some collections is due, in this order. */
  async function withDue(
    ...collections: readonly { count: number; uri: (id: number) => string }[]
  ) {
    const store = untilEnd(await engine.openWriter(await engine.place()));
    const uris = collections.map(({ count, uri }) =>
      Array.from({ length: count }, (_, id) => uri(id)),
    );
    await mintDue(store, ...uris);
    return store;
  }

  /** Fetches until a URL with a text was asked for. @returns The number of other fetches before. */
  async function othersBefore(store: ChainWriter, text: string, fetchText: FetchText) {
    let [others, isFound] = [0, false];
    const turns = new MetadataTurns();
    const counted = async (url: string) => {
      isFound ||= url.includes(text);
      others += isFound ? 0 : 1;
      return fetchText(url);
    };
    for (let turn = 0; turn < 50 && !isFound; turn += 1) {
      await fetchDueMetadata(store, 1_000, { fetchText: counted, turns });
    }
    expect(isFound).toBe(true);
    return others;
  }
  const fails: FetchText = async () => {
    throw new Error("no response within 5 s");
  };

  test("a collection that fails delays others by a few fetches", async () => {
    const store = await withDue(
      { count: 500, uri: (id) => `https://dead.example/${id}` },
      { count: 1, uri: (id) => `https://good.example/${id}` },
    );
    expect(await othersBefore(store, "good", fails)).toBeLessThanOrEqual(4);
  });

  test("many collections of one host that fails delay others by a few fetches", async () => {
    const dead = { count: 3, uri: (id: number) => `https://dead.example/${id}` };
    const good = { count: 1, uri: (id: number) => `https://good.example/${id}` };
    const store = await withDue(...Array.from({ length: 80 }, () => dead), good);
    expect(await othersBefore(store, "good", fails)).toBeLessThanOrEqual(8);
  });

  /** Fetches until the metadata of an NFT that is at another host is fetched. @returns The other fetches. */
  async function deadBefore(store: ChainWriter, good: number) {
    const turns = new MetadataTurns();
    let [dead, left] = [0, good];
    const fetchText: FetchText = async (url) => {
      if (url.includes("good")) {
        left -= 1;
        return '{"name":"One"}';
      }
      dead += 1;
      return fails(url);
    };
    for (let turn = 0; turn < 200 && left > 0; turn += 1) {
      await fetchDueMetadata(store, 1_000 + turn, { fetchText, turns });
    }
    expect(left).toBe(0);
    return dead;
  }

  test("many hosts that fail do not delay each NFT of a living one", async () => {
    const dead = Array.from({ length: 70 }, (_, at) => ({
      ...{ count: 30, uri: (id: number) => `https://dead${at}.example/${id}` },
    }));
    const store = await withDue(...dead, { count: 40, uri: (id) => `https://good.example/${id}` });
    // Two of each, and one more after a minute.
    expect(await deadBefore(store, 40)).toBeLessThanOrEqual(4 * 70);
  });

  test("a collection with a host for each NFT does not delay others", async () => {
    const dead = { count: 200, uri: (id: number) => `https://${id}.dead.example/` };
    const store = await withDue(dead, dead, {
      ...{ count: 100, uri: (id) => `https://good.example/${id}` },
    });
    expect(await deadBefore(store, 100)).toBeLessThanOrEqual(16);
  });

  test("NFTs at a living host are not delayed by a dead one that their collection names as well", async () => {
    const store = await withDue({
      ...{ count: 120, uri: (id) => `https://${id < 100 ? "dead" : "good"}.example/${id}` },
    });
    expect(await deadBefore(store, 20)).toBeLessThanOrEqual(8);
  });

  test("a collection that responds slowly does not hold up others", async () => {
    const store = await withDue(
      { count: 100, uri: (id) => `https://slow.example/${id}` },
      { count: 20, uri: (id) => `https://good.example/${id}` },
    );
    const slow = Promise.withResolvers<void>();
    let good = 0;
    const fetchText: FetchText = async (url) => {
      if (url.includes("slow")) {
        await slow.promise;
      } else {
        good += 1;
      }
      return '{"name":"One"}';
    };
    const turn = fetchDueMetadata(store, 1_000, { fetchText });
    await until("the others are fetched", () => good === 20);
    slow.resolve();
    await turn;
  });

  test("everything that is due is fetched once", async () => {
    const store = await withDue(
      ...[7, 150, 1].map((count, at) => ({
        count,
        uri: (id: number) => `https://host${at}.example/${id}`,
      })),
    );
    const urls: string[] = [];
    const fetchText: FetchText = async (url) => {
      urls.push(url);
      return '{"name":"One"}';
    };
    while ((await fetchDueMetadata(store, 1_000, { fetchText })) > 0) {}
    expect(urls).toHaveLength(158);
    expect(new Set(urls).size).toBe(158);
    expect(await store.countMetadata()).toEqual({ withoutUri: 0, pending: 0, failed: 0 });
  });
});
