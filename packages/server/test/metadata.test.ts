import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { NO_METADATA, parseMetadata } from "../src/chain/metadata.ts";
import type { Hex } from "../src/chain/records.ts";
import { guardedFetch, isPublic, LIMITS } from "../src/metadata/guarded-fetch.ts";
import { fetchDueMetadata } from "../src/metadata/queue.ts";
import { openDataFolder } from "../src/service/storage.ts";
import { besideWriter, type SqliteLocation } from "../src/store/open.ts";
import { emptyStore } from "./support/engines.ts";
import { call } from "./support/in-process.ts";
import { caughtUp, followedStore, followNodes, until } from "./support/ingest.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { serve } from "./support/serve.ts";
import { temporaryFolder } from "./support/support.ts";

/** The default limits, with this machine allowed. */
const LOCAL = {
  ...LIMITS,
  protocols: ["http:"],
  allow: (address: string) => /^127\.|^::1$/.test(address),
};

const PUBLIC = ["1.1.1.1", "93.184.216.34", "2606:4700::1111"];

test.each([
  ...["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"],
  ...["0.0.0.0", "224.0.0.1", "::1", "::", "fe80::1", "fd00::1", "::ffff:127.0.0.1"],
  ...["64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "ff02::1", "localhost", "", ...PUBLIC],
])("%s is fetched from only if it is public", (address) => {
  expect(isPublic(address)).toBe(PUBLIC.includes(address));
});

test("fetches nothing from this machine or its network", async () => {
  let asked = 0;
  const url = await serve((_, response) => {
    asked += 1;
    response.end("{}");
  });
  const { port } = new URL(url);
  const anyProtocol = { ...LIMITS, protocols: ["http:", "https:"] };
  for (const host of ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"]) {
    const fetched = guardedFetch(`http://${host}:${port}/`, anyProtocol);
    await expect(fetched, host).rejects.toThrow(/not public/);
  }
  await expect(guardedFetch(url)).rejects.toThrow("http: is not allowed");
  await expect(guardedFetch("file:///etc/passwd")).rejects.toThrow("file: is not allowed");
  expect(asked).toBe(0);
});

test("applies the same rules to redirects", async () => {
  const url = await serve(({ url: path }, response) => {
    if (path === "/end") {
      return response.end("{}");
    }
    const location = path === "/inside" ? "http://10.0.0.1/" : path === "/once" ? "/end" : "/loop";
    return response.writeHead(302, { location }).end();
  });
  // A name, whose addresses are checked.
  const named = url.replace("127.0.0.1", "localhost");
  expect(await guardedFetch(`${named}/once`, LOCAL)).toBe("{}");
  await expect(guardedFetch(`${url}/inside`, LOCAL)).rejects.toThrow(/not public/);
  await expect(guardedFetch(`${url}/loop`, LOCAL)).rejects.toThrow(/redirects/);
});

test("limits the time of a fetch", async () => {
  const url = await serve((_, response) => void response.write("{"));
  await expect(guardedFetch(url, { ...LOCAL, timeoutMs: 300 })).rejects.toThrow();
});

const JSON_TEXT = '{"name":"One","description":"100% sure"}';

test.each([
  ["gzip", gzipSync],
  ["X-GZIP", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
  ["identity", (bytes: Buffer) => bytes],
  ["utf-8", (bytes: Buffer) => bytes],
  ["gzip, br", (bytes: Buffer) => brotliCompressSync(gzipSync(bytes))],
])("a response that is compressed with %s is read within the limits", async (coding, compress) => {
  const limits = { ...LOCAL, maxBytes: 1_000 };
  let content = Buffer.from(JSON_TEXT);
  let asked = "";
  const url = await serve(({ headers }, response) => {
    asked = String(headers["accept-encoding"]);
    response.setHeader("content-encoding", coding).end(compress(content));
  });
  expect(await guardedFetch(url, limits)).toBe(JSON_TEXT);
  expect(asked).toBe("gzip, br");
  // A small response may be large.
  content = Buffer.alloc(1_000, " ");
  expect(await guardedFetch(url, limits)).toHaveLength(1_000);
  content = Buffer.alloc(1_001, " ");
  await expect(guardedFetch(url, limits)).rejects.toThrow(/1000 bytes/);
});

test.each([
  ["odd", Buffer.from("x"), "unknown content encoding odd"],
  ["gzip", Buffer.from(JSON_TEXT), "incorrect header check"],
  ["gzip", gzipSync(JSON_TEXT).subarray(0, -9), "unexpected end of file"],
])("a response is refused that is not of its encoding: %s", async (coding, body, message) => {
  const url = await serve((_, response) => {
    response.setHeader("content-encoding", coding).end(body);
  });
  await expect(guardedFetch(url, LOCAL)).rejects.toThrow(message);
});

test("retries failed metadata later, and serves the NFT meanwhile", async () => {
  const chain = await quietChain({ history: 0 });
  const { collection } = chain.contracts;
  const owner = chain.accounts[0] as Hex;
  await collection.send(owner, "mint(address,uint256,string)", [owner, 1n, "ipfs://bafy/1.json"]);
  const { store } = await followedStore(chain);
  const read = () => store.getNft(collection.address, 1n);
  expect(await read()).toMatchObject({
    ...{ collectionName: "Test Collection", symbol: "TNFT" },
    ...{ tokenUri: "ipfs://bafy/1.json", metadata: null },
  });

  const asked: string[] = [];
  const failing = async (url: string) => {
    asked.push(url);
    throw new Error("status 504");
  };
  expect(await fetchDueMetadata(store, 1_000, { fetchText: failing })).toBe(1);
  expect(await fetchDueMetadata(store, 1_059, { fetchText: failing })).toBe(0);
  expect(await fetchDueMetadata(store, 1_060, { fetchText: failing })).toBe(1);
  expect(await fetchDueMetadata(store, 1_179, { fetchText: failing })).toBe(0);
  expect(asked).toEqual(Array(2).fill("https://ipfs.io/ipfs/bafy/1.json"));
  expect((await read())?.owner).toBe(owner);

  const fetchText = async () => '{"name":"One","image":"ipfs://bafy/1.png"}';
  await fetchDueMetadata(store, 1_180, { fetchText });
  const { name, image } = parseMetadata((await read())?.metadata ?? NO_METADATA);
  expect([name, image]).toEqual(["One", "ipfs://bafy/1.png"]);
  expect(await fetchDueMetadata(store, 9_999_999, { fetchText: failing })).toBe(0);
});

/** A followed chain with two NFTs whose URIs have been read, and a burnt one. */
async function withMetadata({ file }: SqliteLocation) {
  const chain = await quietChain({ history: 0 });
  const { collection, coin } = chain.contracts;
  const owner = chain.accounts[0] as Hex;
  await coin.send(owner, "mint(address,uint256)", [owner, 1n]);
  for (const id of [1n, 2n, 3n]) {
    await collection.send(owner, "mint(address,uint256,string)", [owner, id, `ipfs://bafy/${id}`]);
  }
  await collection.send(owner, "burn(uint256)", [3n]);
  const store = await emptyStore(file);
  followNodes(store, [chain.rpcUrl]);
  await caughtUp(store, chain);
  const asked: string[] = [];
  const fetchAll = async (name: string) => {
    const fetchText = async (url: string) => {
      asked.push(url);
      return JSON.stringify({ name });
    };
    const gateways = { ipfs: "https://ipfs.example/", arweave: "https://ar.example/" };
    while (await fetchDueMetadata(store, 1_000, { fetchText, gateways })) {}
    return asked.splice(0).sort();
  };
  const names = () =>
    Promise.all(
      [1n, 2n].map(async (id) => {
        const nft = await store.getNft(collection.address, id);
        return parseMetadata(nft?.metadata ?? NO_METADATA).name;
      }),
    );
  const uriIsKnown = () =>
    until(
      "the URIs are asked for",
      async () => (await store.listNftsWithoutUri(undefined, 1)).length === 0,
    );
  await uriIsKnown();
  return { address: collection.address, coin: coin.address, store, fetchAll, names, uriIsKnown };
}

test("refetches metadata of one NFT or a collection on command", async () => {
  const data = join(temporaryFolder(), "data");
  const location = openDataFolder(data).chain("ethereum");
  const { address, coin, store, fetchAll, names, uriIsKnown } = await withMetadata(location);
  expect(await store.countMetadata()).toEqual({ withoutUri: 0, pending: 2, failed: 0 });
  expect(await fetchAll("old")).toEqual([
    "https://ipfs.example/bafy/1",
    "https://ipfs.example/bafy/2",
  ]);
  expect([await names(), (await store.countMetadata()).pending]).toEqual([["old", "old"], 0]);

  // The store is written by this process meanwhile.
  const refetch = ["metadata", "refetch", "--chain", "ethereum", "--data", data];
  const one = await call([...refetch, address.toUpperCase().replace("0X", "0x"), "2"]);
  expect(one).toMatchObject({
    code: 0,
    output: `NFT 2 of ${address}: metadata will be refetched\n`,
  });
  await until("its URI is asked for", async () => (await names())[1] === null);
  await uriIsKnown();
  expect(await names()).toEqual(["old", null]);
  expect(await fetchAll("new")).toEqual(["https://ipfs.example/bafy/2"]);
  expect(await names()).toEqual(["old", "new"]);

  const all = await call([...refetch, address]);
  expect(all.output).toBe(`2 NFTs of ${address}: metadata will be refetched\n`);
  await uriIsKnown();
  expect(await fetchAll("newest")).toHaveLength(2);
  expect(await names()).toEqual(["newest", "newest"]);
  const again = `name, symbol and decimals of ${coin} will be read again\n`;
  expect(await call([...refetch, coin])).toMatchObject({ code: 0, output: again });
});

test("reads the URI again before a refetch", async () => {
  const location = { kind: "sqlite", file: join(temporaryFolder(), "chain.sqlite") } as const;
  const { address, store, fetchAll, names } = await withMetadata(location);
  const [due] = await store.listDueMetadata(address, 1_000, 1);
  expect(
    await besideWriter(location, (store) => store.refetchMetadata(address, due?.tokenId)),
  ).toBe(1);
  expect(await store.countMetadata()).toEqual({ withoutUri: 1, pending: 1, failed: 0 });
  if (due) {
    await store.setMetadata(due, '{"name":"stale"}');
  }
  expect(await names()).toEqual([null, null]);
  await until("it is asked for again", async () => (await store.countMetadata()).withoutUri === 0);
  expect(await fetchAll("new")).toHaveLength(2);
  expect(
    await besideWriter(location, (store) =>
      store.refetchMetadata(`0x${"12".repeat(20)}`, undefined),
    ),
  ).toBe(0);
});

test("metadata refetch refuses unknown NFTs; status shows pending ones", async () => {
  const data = join(temporaryFolder(), "data");
  const { address, store } = await withMetadata(openDataFolder(data).chain("ethereum"));
  await store.postponeMetadata({ collection: address, tokenId: 1n }, 9_999_999_999, "status");
  const status = (await call(["status", "--data", data])).output;
  expect(status).toMatch(/ 0 \/ 1 \/ 1 /);
  expect(status).toMatch("ethereum: metadata of 1 NFTs cannot be read: HTTP status other than 200");
  const refetch = ["metadata", "refetch", "--chain", "ethereum", "--data", data];
  // Unknown, and burnt.
  for (const id of ["77", "3"]) {
    expect(await call([...refetch, address, id])).toMatchObject({
      code: 1,
      output: `chainkit-server: ethereum: no NFT ${id} found in collection ${address}\n`,
    });
  }
});
