import { describe, expect, test } from "vitest";
import { fetchDueMetadata, MetadataTurns, type QueueOptions } from "../src/metadata/queue.ts";
import { mintDue } from "./support/blocks.ts";
import { someEngines, untilEnd } from "./support/engines.ts";
import { until } from "./support/ingest.ts";

type FetchText = NonNullable<QueueOptions["fetchText"]>;

const uris = (count: number, uri: (id: number) => string) =>
  Array.from({ length: count }, (_, id) => uri(id));
const at = (host: string, count: number) => uris(count, (id) => `https://${host}.example/${id}`);
const hostEach = uris(200, (id) => `https://${id}.dead.example/`);
const JSON_TEXT = '{"name":"One"}';

/** URIs of NFTs by collection, and the most fetches that fail before all at the living host are fetched. */
const FAIR: readonly (readonly [what: string, collections: string[][], most: number])[] = [
  ["a collection that fails", [at("dead", 500), at("good", 1)], 5],
  [
    "many collections of one host that fails",
    [...Array.from({ length: 80 }, () => at("dead", 3)), at("good", 1)],
    5,
  ],
  [
    "many hosts that fail",
    [...Array.from({ length: 70 }, (_, host) => at(`dead${host}`, 30)), at("good", 40)],
    2 * 70,
  ],
  ["a collection with a host for each NFT", [hostEach, hostEach, at("good", 100)], 9],
  [
    "a dead host that their collection names as well",
    [uris(120, (id) => `https://${id < 100 ? "dead" : "good"}.example/${id}`)],
    5,
  ],
  [
    "many dead hosts that their collection names between",
    [uris(60, (id) => `https://${id % 3 === 0 ? "good" : `dead${id}`}.example/`)],
    40,
  ],
];

describe.each(someEngines())("metadata on $name", (engine) => {
  /** A store in which the metadata of the NFTs of some collections is due, in this order. */
  async function withDue(...collections: readonly string[][]) {
    const store = untilEnd(await engine.openWriter(await engine.place()));
    await mintDue(store, ...collections);
    return store;
  }

  test.each(FAIR)("%s delays others by a few fetches", async (_, collections, most) => {
    const store = await withDue(...collections);
    const turns = new MetadataTurns();
    let dead = 0;
    const living = collections.flat().filter((uri) => uri.includes("good"));
    const fetched: string[] = [];
    const fetchText: FetchText = async (url) => {
      if (url.includes("good")) {
        fetched.push(url);
        return JSON_TEXT;
      }
      dead += 1;
      throw new Error("no response within 5 s");
    };
    for (let turn = 0; turn < 200 && fetched.length < living.length; turn += 1) {
      await fetchDueMetadata(store, 1_000 + turn, { fetchText, turns });
    }
    expect(fetched.sort()).toEqual(living.sort());
    expect(dead).toBeLessThanOrEqual(most);
    // One failure says nothing of the next fetch.
    expect(dead).toBeGreaterThan(0.7 * most);
  });

  test("a collection that responds slowly does not hold up others", async () => {
    const store = await withDue(at("slow", 100), at("good", 20));
    const slow = Promise.withResolvers<string>();
    let good = 0;
    const fetchText: FetchText = async (url) => {
      good += url.includes("good") ? 1 : 0;
      return url.includes("slow") ? slow.promise : JSON_TEXT;
    };
    const turn = fetchDueMetadata(store, 1_000, { fetchText });
    await until("the others are fetched", () => good === 20);
    slow.resolve(JSON_TEXT);
    await turn;
  });
});
