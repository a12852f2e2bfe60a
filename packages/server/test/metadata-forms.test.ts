import { expect, test } from "vitest";
import { settleContracts } from "../src/balances/settle-contracts.ts";
import { formatMetadata, MetadataError, readMetadata } from "../src/chain/metadata.ts";
import { type NftMetadataRecord, ZERO_ADDRESS } from "../src/chain/records.ts";
import { GATEWAYS, metadataLocation, readDataUri } from "../src/metadata/location.ts";
import { fetchDueMetadata } from "../src/metadata/queue.ts";
import { blockOf, name } from "./support/blocks.ts";
import { emptyStore, emptyStores } from "./support/engines.ts";
import { startService } from "./support/support.ts";

const JSON_URI = "data:application/json";
const JSON_TEXT = '{"name":"One","description":"100% sure"}';
const NO_FIELDS = {
  ...{ name: null, description: null, image: null, externalUrl: null, attributes: null },
};
const base64 = (text: string) => Buffer.from(text).toString("base64");
const encoded = encodeURIComponent(JSON_TEXT);
const OLD_CID = `Qm${"a".repeat(44)}`;
const NEW_CID = `bafybei${"a".repeat(52)}`;

test.each([
  ["percent-encoded", `${JSON_URI},${encoded}`],
  ["with a bare percent sign", `${JSON_URI},${JSON_TEXT}`],
  ["with a bare one beside encoded ones", `${JSON_URI},${JSON_TEXT.replaceAll('"', "%22")}`],
  ["with a character set", `${JSON_URI};charset=utf-8,${encoded}`],
  ["with utf8 as it should not be", `${JSON_URI};utf8,${JSON_TEXT}`],
  ["in base64", `${JSON_URI};base64,${base64(JSON_TEXT)}`],
  ["in base64, percent-encoded", `${JSON_URI};base64,${encodeURIComponent(base64(JSON_TEXT))}`],
  ["in base64 with a character set", `${JSON_URI};charset=utf-8;base64,${base64(JSON_TEXT)}`],
  ["in base64 with a byte order mark", `${JSON_URI};base64,${base64(`\uFEFF${JSON_TEXT}`)}`],
  ["in base64 without padding", `data:;base64,${base64(JSON_TEXT).replaceAll("=", "")}`],
  ["in base64 that is not named", `${JSON_URI};utf8,${base64(JSON_TEXT)}`],
  ["in capitals", `DATA:APPLICATION/JSON;BASE64,${base64(JSON_TEXT)}`],
  ["as text that is named base64", `${JSON_URI};base64,${JSON_TEXT}`],
  ["with spaces around it", ` \n ${JSON_URI},${encoded} `],
  ["without a type", `data:,${encoded}`],
  ["with an encoded byte order mark", `${JSON_URI},%EF%BB%BF${encoded}`],
  ["with a byte order mark", `${JSON_URI},\uFEFF${JSON_TEXT}`],
  ["with line breaks", `${JSON_URI},\n${JSON_TEXT}\n`],
  ["without a scheme", JSON_TEXT],
  ["in quotes", `"${JSON_URI},${encoded}"`],
  ["encoded twice", `${JSON_URI},${JSON.stringify(JSON_TEXT)}`],
])("metadata in a token URI are read %s", (_, uri) => {
  expect(readDataUri(uri)).toEqual({ ...NO_FIELDS, name: "One", description: "100% sure" });
});

test("an image in a token URI keeps its own encoding", () => {
  const svg = "data:image/svg+xml,%3Csvg width='100%' fill=%22red%22/%3E";
  const uri = `data:application/json,{"name":"#1 & 50%","image":"${svg}"}`;
  expect(readDataUri(uri)).toMatchObject({ name: "#1 & 50%", image: svg });
  const bare = "data:image/svg+xml;utf8,<svg width='100%' color='#fff'/>";
  expect(readDataUri(`data:application/json;utf8,{"image":"${bare}"}`)?.image).toBe(bare);
});

const IMAGES = ["data:image/png;base64,AAAA", "data:Image/svg+xml;utf8,<svg/>"];

test.each(IMAGES)("%s is an image alone", (uri) => {
  expect(readDataUri(uri)).toEqual({ ...NO_FIELDS, image: uri });
});

test.each([
  [{ attributes: [1], traits: [2] }, { attributes: [1] }],
  [{ traits: [{ value: 2 }] }, { attributes: [{ value: 2 }] }],
  [{ attributes: null, traits: [3] }, { attributes: [3] }],
  [
    { attributes: { Base: "Star", level: 4 } },
    {
      attributes: [
        { trait_type: "Base", value: "Star" },
        { trait_type: "level", value: 4 },
      ],
    },
  ],
  [{ attributes: {} }, { attributes: [] }],
  [{ attributes: "none" }, {}],
  [{ properties: { Base: "Star" } }, {}],
  [{ image: "a", image_url: "b", image_data: "<svg/>" }, { image: "a" }],
  [{ image: "", image_url: "b" }, { image: "b" }],
  [{ image: null, image_url: "b" }, { image: "b" }],
  [
    { image: " ", image_data: "<svg/>" },
    { image: `data:image/svg+xml;base64,${base64("<svg/>")}` },
  ],
  [{ image_data: "data:image/svg+xml,x" }, { image: "data:image/svg+xml,x" }],
  [{ image: "" }, { image: "" }],
  [{ image: 7 }, {}],
  [{}, {}],
])("of %j, %j is read", (metadata, expected) => {
  expect(readMetadata(JSON.stringify(metadata))).toEqual({ ...NO_FIELDS, ...expected });
});

test.each([
  "data:image/png;base64,",
  "data:text/html,<html>",
  "data:application/json,",
  "data:application/json,%",
  "ipfs://x",
  "data:",
  "",
])("%j has no metadata", (uri) => {
  expect(readDataUri(uri)).toBeNull();
});

test.each([
  ["line breaks and tabs in texts", '{"name":"a\n\tb\\n"}', "a\n\tb\n"],
  ["control characters in texts", '{"name":"\\"\u0001\\\\\r\n"}', '"\u0001\\\r\n'],
  ["control characters between texts", '{\u0001"name"\n:\v"a"}', "a"],
  ["a number as name", '{"name":7}', "7"],
  ["a great number as name", '{"name":9007199254740993}', "9007199254740993"],
])("metadata with %s are read", (_, text, expected) => {
  expect(readMetadata(text)?.name).toBe(expected);
});

test.each([
  ["ipfs://bafy/a#1.json", "https://ipfs.io/ipfs/bafy/a%231.json"],
  ["ipfs://bafy/what?.json", "https://ipfs.io/ipfs/bafy/what%3F.json"],
  ["ar://abc/#1?x", "https://arweave.net/abc/%231%3Fx"],
  ["ipfs:///ipfs/bafy/1", "https://ipfs.io/ipfs/bafy/1"],
  ["ipfs:bafy/1.json", "https://ipfs.io/ipfs/bafy/1.json"],
  ["ipfs:/ipfs/bafy/1.json", "https://ipfs.io/ipfs/bafy/1.json"],
  ["ar:abc", "https://arweave.net/abc"],
  ["IPFS://bafy/100%.json", "https://ipfs.io/ipfs/bafy/100%25.json"],
  [" ipfs://bafy/a%20b ", "https://ipfs.io/ipfs/bafy/a%20b"],
  ["https://example.com/a?b#c", "https://example.com/a?b#c"],
  ["ipfs://ipfs/bafy/#?#.json", "https://ipfs.io/ipfs/bafy/%23%3F%23.json"],
  ["ipfs://bafy/%23 1.json", "https://ipfs.io/ipfs/bafy/%23%201.json"],
  ["ipfs:////bafy/%zz", "https://ipfs.io/ipfs/bafy/%25zz"],
  ["AR://abc/a?b=%3F", "https://arweave.net/abc/a%3Fb=%3F"],
  [`${OLD_CID}/1.json`, `https://ipfs.io/ipfs/${OLD_CID}/1.json`],
  [`/ipfs/${OLD_CID}`, `https://ipfs.io/ipfs/${OLD_CID}`],
  [`ipfs/${NEW_CID}/#1`, `https://ipfs.io/ipfs/${NEW_CID}/%231`],
  [`${OLD_CID}x`, undefined],
  ['"ipfs://bafy/1"', "https://ipfs.io/ipfs/bafy/1"],
  [" 'https://example.com/1' ", "https://example.com/1"],
  ["HTTP://example.com/1", "https://example.com/1"],
  ["file:///etc/passwd", undefined],
  ["ipfs://bafy/../../", undefined],
  ["ipfs://../api/v0/version", undefined],
  ["ipfs://bafy/%2e%2e/%2E./api", undefined],
  ["ipfs://bafy\\..\\..\\api", undefined],
  ["ipfs://bafy/a/../1.json", "https://ipfs.io/ipfs/bafy/1.json"],
])("%s is fetched from %s", (uri, location) => {
  expect(metadataLocation(uri, GATEWAYS)).toBe(location);
});

test("uses custom gateways for ipfs and ar URIs only", () => {
  const own = { ipfs: "https://ipfs.example/content/", arweave: "https://ar.example/" };
  expect(metadataLocation("ipfs://bafy/1.json", own)).toBe(
    "https://ipfs.example/content/bafy/1.json",
  );
  expect(metadataLocation("ar://abc", own)).toBe("https://ar.example/abc");
  expect(metadataLocation("https://example.com/3", own)).toBe("https://example.com/3");
  const below = { ...own, arweave: "https://ar.example/raw/" };
  expect(metadataLocation("ar://../admin", below)).toBeUndefined();
});

test.each([
  [`https://gone.example/ipfs/${OLD_CID}/1.json?x`, `https://ipfs.io/ipfs/${OLD_CID}/1.json`],
  [`http://gone.example/ipfs/${NEW_CID}`, `https://ipfs.io/ipfs/${NEW_CID}`],
  [`https://${NEW_CID}.ipfs.gone.example/a%20b`, `https://ipfs.io/ipfs/${NEW_CID}/a%20b`],
  ["https://example.com/ipfs/1", "https://example.com/ipfs/1"],
])("what %s does not return is fetched from %s in turn", (uri, location) => {
  const first = uri.replace(/^http:/, "https:");
  const urls = [0, 1, 2, 3].map((attempts) => metadataLocation(uri, GATEWAYS, attempts));
  expect(urls).toEqual([first, location, first, location]);
});

test.each([
  ["data:application/json,{", { content: 1 }],
  ["{}}", { content: 1 }],
  ["data:image/png;base64,AAAA", {}],
  ["ftp://example.com/1", { uri: 1 }],
  [" ", {}],
  [null, {}],
  [undefined, { uri: 1 }],
  ["https://example.com/404", { status: 1 }],
  ["ipfs://../..", { uri: 1 }],
  ["https://example.com/large", { size: 1 }],
  ["https://example.com/text", { content: 1 }],
  ["https://example.com/gone", { network: 1 }],
  ["https://example.com/good", {}],
])("of an NFT with the URI %j, what cannot be read is counted by reason", async (uri, expected) => {
  const [collection, owner] = [`0x${"c0".repeat(20)}`, `0x${"a1".repeat(20)}`] as const;
  const transfer = { collection, tokenId: 1n, from: ZERO_ADDRESS, to: owner, logIndex: 0 };
  const fetchText = async (url: string) => {
    switch (url.slice(url.lastIndexOf("/") + 1)) {
      case "good":
        return "{}";
      case "text":
        return "<html>";
      case "404":
        throw new MetadataError("status");
      case "large":
        throw new MetadataError("size");
    }
    throw new Error("no response");
  };
  for (const store of await emptyStores()) {
    const faultsOf = async (number: number, read: typeof uri) => {
      const nfts = [{ collection, tokenId: 1n, uri: read }];
      const results = { tokens: [], balances: [], nfts, refused: new Map() };
      await settleContracts(store, name(number), results, () => {});
      await fetchDueMetadata(store, 1_000, { fetchText });
      return (await store.counts()).faults;
    };
    await store.addBlocks([{ ...blockOf(name(0)), nftTransfers: [transfer] }], undefined);
    expect(await faultsOf(0, uri)).toEqual(expected);
    await store.addBlocks([blockOf(name(1))], name(0));
    expect(await faultsOf(1, "{}")).toEqual({});
  }
});

test("integers of attributes keep their digits, wherever they are served", async () => {
  const store = await emptyStore();
  const nft = { collection: `0x${"c0".repeat(20)}` as const, tokenId: 1n };
  const owner = `0x${"a1".repeat(20)}` as const;
  const minted = { ...nft, from: `0x${"0".repeat(40)}` as const, to: owner, logIndex: 0 };
  await store.addBlocks([{ ...blockOf(name(0)), nftTransfers: [minted] }], undefined);
  const numbers = `"other":9007199254740993,"small":-7,"half":1.5,"fine":0.12345678901234567890`;
  const expected = `{"value":12345678901234567890123,${numbers}}`;
  const metadata = formatMetadata(
    readMetadata(`{"attributes":[${expected}]}`) as NftMetadataRecord,
  );
  const settled = { ...nft, uri: "data:,", metadata, isDue: false };
  await store.settle(name(0), { tokens: [], balances: [], nfts: [settled] });
  const service = await startService({}, { chains: new Map([["ethereum", store]]) });
  const text = async (path: string) => (await fetch(service.url + path)).text();
  const one = await text(`/v2/ethereum/collections/${nft.collection}/nfts/1`);
  expect(one).toContain(`"attributes":[${expected}]`);
  const page = JSON.parse(await text(`/ethereum/v1/address/${owner}/balance/erc721`));
  expect(page.erc721TokenBalances[0].metadata.attributes).toBe(`[${expected}]`);
});
