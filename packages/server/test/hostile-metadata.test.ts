import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import {
  formatMetadata,
  MAX_METADATA_BYTES,
  membersOf,
  NO_METADATA,
  parseMetadata,
  readMetadata,
} from "../src/chain/metadata.ts";
import type { NftMetadataRecord } from "../src/chain/records.ts";
import { fetchDueMetadata, runMetadataQueue } from "../src/metadata/queue.ts";
import type { ChainWriter } from "../src/store/chain-writer.ts";
import { openWriter } from "../src/store/open.ts";
import { address, mintDue, NFT_OWNER } from "./support/blocks.ts";
import { emptyStores } from "./support/engines.ts";
import { until } from "./support/ingest.ts";
import { startService, temporaryFolder } from "./support/support.ts";

const deepJson = (depth: number) => `{"name":"Deep","attributes":${nested(depth)}}`;
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("readMetadata", () => {
  it.each([
    ["40,000 arrays", deepJson(40_000)],
    ["33 levels", deepJson(32)],
    ["objects and arrays in turn", `${'{"name":['.repeat(17)}${"]}".repeat(17)}`],
    ["too many bytes", `{"name":"${"é".repeat(MAX_METADATA_BYTES / 2)}"}`],
    ["an array", "[]"],
    ["a text", '"name"'],
    ["a number", "5"],
    ["no JSON", "{"],
    ["nothing", ""],
  ])("rejects %s", (_name, json) => {
    expect(readMetadata(json)).toBeNull();
  });

  it("accepts 32 levels, and brackets within texts", () => {
    expect(readMetadata(deepJson(31))?.name).toBe("Deep");
    const name = `${"[".repeat(99)}\\"{`;
    expect(readMetadata(`{"name":${JSON.stringify(name)}}`)?.name).toBe(name);
  });

  it("is parsed from the stored text as it was written", () => {
    const json =
      '{"name":"\\ud800","image_url":"i","external_url":"e","attributes":[{"value":1e999}]}';
    const metadata = readMetadata(json) as NftMetadataRecord;
    expect(metadata).toMatchObject({ image: "i", externalUrl: "e", description: null });
    const written = formatMetadata(metadata) as string;
    expect(parseMetadata(written)).toEqual({ ...metadata, attributes: [{ value: null }] });
  });

  it.each([
    ["its own name", '"name":null"', "Collection", '"name":null"'],
    ["that of the collection", null, 'The "name":null', 'The "name":null'],
    ["none", null, null, null],
  ])("has members with %s", (_which, own, collection, shown) => {
    const text = formatMetadata({ ...parseMetadata(NO_METADATA), name: own, image: "i" }) ?? "";
    expect(JSON.parse(`{${membersOf(text, collection)}}`)).toEqual({
      ...{ name: shown, attributes: null, description: null, externalUrl: null, imageUri: "i" },
    });
  });

  it("is not given metadata that becomes too long when it is stored", () => {
    const json = `{"attributes":[${Array(50_000).fill("1e20")}]}`;
    const metadata = readMetadata(json) as NftMetadataRecord;
    expect(metadata.attributes).toHaveLength(50_000);
    expect(formatMetadata(metadata)).toBeNull();
  });
});

const COLLECTION = address(100);

/** A store of each engine with NFTs whose metadata is due. */
async function storesWithDueMetadata(count: number): Promise<readonly ChainWriter[]> {
  const stores = await emptyStores();
  for (const store of stores) {
    await mintDue(
      store,
      Array.from({ length: count }, (_, id) => `https://nft.example/${id}`),
    );
  }
  return stores;
}

const nameOf = async (store: ChainWriter, tokenId: bigint) =>
  parseMetadata((await store.getNft(COLLECTION, tokenId))?.metadata ?? NO_METADATA).name;

test("metadata that cannot be stored is retried later, and that of others is stored", async () => {
  for (const store of await storesWithDueMetadata(2)) {
    const failing: ChainWriter = {
      ...store,
      setMetadata: (nft, metadata) =>
        nft.tokenId === 0n
          ? Promise.reject(new Error("cannot be stored"))
          : store.setMetadata(nft, metadata),
    };
    const fetchText = async () => '{"name":"Any"}';
    await fetchDueMetadata(failing, 1_000, { fetchText });
    expect([await nameOf(store, 0n), await nameOf(store, 1n)]).toEqual([null, "Any"]);
    expect((await store.countMetadata()).failed).toBe(1);
  }
});

test("the metadata queue survives a store that fails, and says so once", async () => {
  const store = await openWriter(
    { kind: "sqlite", file: join(temporaryFolder(), "chain.sqlite") },
    { undoBlocks: 10 },
  );
  await store.close();
  const failures: string[] = [];
  const stop = runMetadataQueue(store, {}, (reason) => failures.push(reason));
  await until("it has failed", () => failures.length > 0);
  await stop();
  expect(failures).toEqual([expect.stringMatching(/finalized|not open/)]);
});

test("serves metadata with every character, and the deepest that is accepted, as it was fetched", async () => {
  const name = 'Quote " backslash \\ NUL \0 line \u2028 smile \u{1f600}';
  const attributes = [JSON.parse("[".repeat(30) + "]".repeat(30)), { value: name }];
  for (const store of await storesWithDueMetadata(1)) {
    const fetchText = async () => JSON.stringify({ name, description: name, attributes });
    await fetchDueMetadata(store, 1_000, { fetchText });
    const service = await startService({}, { chains: new Map([["ethereum", store]]) });
    const listing = await service.get(`/ethereum/v1/address/${NFT_OWNER}/balance/erc721`);
    const [{ metadata }] = listing.body.erc721TokenBalances;
    expect(metadata).toMatchObject({ name, description: name, externalUrl: null });
    expect(JSON.parse(metadata.attributes)).toEqual(attributes);
    const { body } = await service.get(`/v2/ethereum/collections/${COLLECTION}/nfts/0`);
    expect(body.nft).toMatchObject({ name, description: name, external_uri: null, attributes });
    await service.close();
  }
});
