import { createAddressDataClient } from "@chainkit/address-data";
import { expect } from "vitest";
import type { RpcBlockWithReceipts, RpcLog } from "../src/chain/rpc-types.ts";
import { SOME_RUNS, withBlocks, withData } from "./support/real-blocks.ts";
import { sampled } from "./support/thorough.ts";

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const DEPOSIT = "0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c";
const WITHDRAWAL = "0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65";
const NOBODY = `0x${"0".repeat(40)}`;

/** The logs of blocks in their order. */
function logsOf(blocks: readonly RpcBlockWithReceipts[]) {
  return blocks.flatMap(({ block, receipts }) =>
    receipts.flatMap(({ logs }) => logs.map((log) => ({ log, number: Number(block.number) }))),
  );
}

/** How many bytes of a log are indexed, its name aside, and how many are not. */
const shape = ({ topics, data }: RpcLog) => `${topics.length - 1} ${(data.length - 2) / 2}`;
const address = (topic = "") => `0x${topic.slice(26)}`;

withData("owners of NFTs are those of the last transfer, each NFT listed once", async () => {
  const { service } = await withBlocks(/^170348/);
  const owner = "0x2898986ec14d61b7a89f3a5a7e3fc6ee31f59aca";
  const collection = "0x9a7a85e390f07d3802bebaafe090c3b789aabb1b";
  const { nft } = (await service.get(`/v2/ethereum/collections/${collection}/nfts/471`)).body;
  expect(nft).toMatchObject({
    owner_address: owner,
    standard: "ERC721",
    mint_block_number: 17034869,
    mint_block_timestamp: "2023-04-12T22:27:23Z",
  });
  const list = `/ethereum/v1/address/${owner}/balance/erc721?limit=2`;
  const { body } = await service.get(`${list}&contract-address=${collection}`);
  expect(body.resultCount).toBe(2);
  const client = createAddressDataClient({ baseUrl: service.url });
  const all = await client
    .getErc721Balances({ chainName: "ethereum", walletAddress: owner, limit: 3 })
    .toArray({ max: 1000 });
  const keys = all.map(({ address, tokenId }) => `${address} ${tokenId}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toContain(`${collection} 471`);
  const get = (id: string) => service.get(`/v2/ethereum/collections/${collection}/nfts/${id}`);
  expect((await get("0x1D7")).body.nft).toEqual(nft);
  const ids = ["999999999", "0x", "1d7", `${2n ** 256n}`];
  const statuses = await Promise.all(ids.map(async (id) => (await get(id)).status));
  expect(statuses).toEqual([404, 400, 400, 400]);
});

withData.each(SOME_RUNS)(
  "each NFT has the owner and the mint that the logs of blocks %s lead to",
  async (run) => {
    const { service, blocks } = await withBlocks(run);
    const nfts = new Map<string, { owner: string; mint: number | null }>();
    for (const { log, number } of logsOf(blocks)) {
      if (log.topics[0] !== TRANSFER || shape(log) !== "3 0") {
        continue;
      }
      const [, from, to, id = "0x0"] = log.topics;
      const key = `${log.address}/nfts/${BigInt(id)}`;
      const mint = address(from) === NOBODY ? number : (nfts.get(key)?.mint ?? null);
      nfts.set(key, { owner: address(to), mint });
    }
    expect(nfts.size).toBeGreaterThan(0);
    for (const [key, { owner, mint }] of sampled([...nfts], 20)) {
      const { status, body } = await service.get(`/v2/ethereum/collections/${key}`);
      const { owner_address = NOBODY, mint_block_number = mint } = body.nft ?? {};
      const expected = { status: owner === NOBODY ? 404 : 200, owner, mint };
      expect({ status, owner: owner_address, mint: mint_block_number }, key).toEqual(expected);
    }
    const owned = Map.groupBy([...nfts.keys()], (key) => nfts.get(key)?.owner ?? NOBODY);
    owned.delete(NOBODY);
    const largest = [...owned].sort((a, b) => b[1].length - a[1].length).slice(0, 20);
    const client = createAddressDataClient({ baseUrl: service.url });
    for (const [walletAddress, keys] of largest) {
      const all = await client
        .getErc721Balances({ chainName: "ethereum", walletAddress, limit: 100 })
        .toArray({ max: 100_000 });
      const listed = all.map((each) => `${each.address}/nfts/${each.tokenId}`);
      expect(listed.sort(), walletAddress).toEqual(keys.sort());
    }
  },
);

withData.each(SOME_RUNS)(
  "the balances to ask for are those that the logs of blocks %s touched",
  async (run) => {
    const { store, blocks } = await withBlocks(run);
    const pairs = new Set<string>();
    for (const { log } of logsOf(blocks)) {
      const [name, ...values] = log.topics;
      const isTouched =
        (name === TRANSFER && shape(log) === "2 32") ||
        ((name === DEPOSIT || name === WITHDRAWAL) && shape(log) === "1 32");
      for (const owner of isTouched ? values.map((each) => address(each)) : []) {
        if (owner !== NOBODY) {
          pairs.add(`${owner} ${log.address}`);
        }
      }
    }
    const dirty = await store.listPending(undefined, 1_000_000);
    expect(pairs.size).toBeGreaterThan(10);
    expect(dirty.map(({ owner, token }) => `${owner} ${token}`).sort()).toEqual([...pairs].sort());
    expect(dirty.some(({ isLost }) => isLost)).toBe(false);
  },
);
