import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Hex } from "../src/handlers/reader.ts";
import { guardedFetch, isPublic, LIMITS } from "../src/metadata/guarded-fetch.ts";
import { metadataLocation } from "../src/metadata/location.ts";
import { fetchDueMetadata } from "../src/metadata/queue.ts";
import { caughtUp, emptyStore, followNodes, quietChain } from "./ingest.ts";

/** The limits as they are, but for the machine of the test. */
const LOCAL = {
  ...LIMITS,
  protocols: ["http:"],
  allow: (address: string) => /^127\.|^::1$/.test(address),
};

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ...["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"],
  ...["0.0.0.0", "224.0.0.1", "::1", "::", "fe80::1", "fd00::1", "::ffff:127.0.0.1"],
  ...["64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "ff02::1", "localhost", ""],
])("%s is not public", (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each(["1.1.1.1", "93.184.216.34", "2606:4700::1111"])("%s is public", (address) => {
  expect(isPublic(address)).toBe(true);
});

test("nothing of this machine or its network is fetched", async () => {
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

test("redirects are followed by the same rules", async () => {
  const url = await serve(({ url: path }, response) => {
    if (path === "/end") return response.end("{}");
    const location = path === "/inside" ? "http://10.0.0.1/" : path === "/once" ? "/end" : "/loop";
    return response.writeHead(302, { location }).end();
  });
  expect(await guardedFetch(`${url}/once`, LOCAL)).toBe("{}");
  await expect(guardedFetch(`${url}/inside`, LOCAL)).rejects.toThrow(/not public/);
  await expect(guardedFetch(`${url}/loop`, LOCAL)).rejects.toThrow(/redirects/);
});

test("a fetch ends at its limits of size and time", async () => {
  const url = await serve(({ url: path }, response) => {
    if (path === "/long") response.end("x".repeat(2_000));
    else response.write("{");
  });
  const limits = { ...LOCAL, maxBytes: 1_000, timeoutMs: 300 };
  await expect(guardedFetch(`${url}/long`, limits)).rejects.toThrow(/1000 bytes/);
  await expect(guardedFetch(`${url}/slow`, limits)).rejects.toThrow();
});

test.each([
  ["ipfs://bafy/1.json", "https://ipfs.io/ipfs/bafy/1.json"],
  ["ipfs://ipfs/Qm1/2", "https://ipfs.io/ipfs/Qm1/2"],
  ["ar://abc", "https://arweave.net/abc"],
  ["https://example.com/3", "https://example.com/3"],
  ["http://example.com/3", undefined],
  ["data:application/json,{}", undefined],
  ["file:///etc/passwd", undefined],
])("%s lies at %s", (uri, location) => {
  expect(metadataLocation(uri)).toBe(location);
});

test("metadata that cannot be had are tried again later; the NFT is served all the while", async () => {
  const chain = await quietChain({ history: 0 });
  const { collection } = chain.contracts;
  const owner = chain.accounts[0] as Hex;
  await collection.send(owner, "mint(address,uint256,string)", [owner, 1n, "ipfs://bafy/1.json"]);
  const store = emptyStore();
  followNodes(store, [chain.rpcUrl]);
  await caughtUp(store, chain);
  const read = () => store.getNft(collection.address, 1n);
  expect(read()).toMatchObject({ tokenUri: "ipfs://bafy/1.json", metadata: null });

  const asked: string[] = [];
  const failing = async (url: string) => {
    asked.push(url);
    throw new Error("status 504");
  };
  expect(await fetchDueMetadata(store, 1_000, failing)).toBe(1);
  expect(await fetchDueMetadata(store, 1_059, failing)).toBe(0);
  expect(await fetchDueMetadata(store, 1_060, failing)).toBe(1);
  expect(await fetchDueMetadata(store, 1_179, failing)).toBe(0);
  expect(asked).toEqual(Array(2).fill("https://ipfs.io/ipfs/bafy/1.json"));
  expect(read()?.owner).toBe(owner);

  await fetchDueMetadata(store, 1_180, async () => '{"name":"One","image":"ipfs://bafy/1.png"}');
  expect(read()?.metadata).toMatchObject({ name: "One", image: "ipfs://bafy/1.png" });
  expect(await fetchDueMetadata(store, 9_999_999, failing)).toBe(0);
});
