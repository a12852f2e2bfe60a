import { expect } from "vitest";
import { toHex } from "../../src/chain/abi.ts";
import { type NftTransfer, ZERO_ADDRESS } from "../../src/chain/records.ts";
import type { BlockChange } from "../../src/store/chain-writer.ts";
import type { StoreLocation } from "../../src/store/open.ts";
import { address, blockOf, name } from "./blocks.ts";
import { dump } from "./dump.ts";
import type { Engine } from "./engines.ts";

const SECONDS = 1_700_000_000;

/** A store, and what is done with it. */
export interface Life {
  /** Does what a service, operators and callers do in its first minutes. */
  begin(): Promise<void>;
  /** Goes on from there, through what every later version must be able to do with older rows. */
  goOn(): Promise<void>;
  contents(): Promise<unknown>;
  close(): Promise<void>;
}

/** A block with two transactions, an NFT that is minted and one that moves. */
function change(number: number): BlockChange {
  const transfer = (logIndex: number, tokenId: number, from: number): NftTransfer => ({
    ...{ collection: address(77), tokenId: BigInt(tokenId), logIndex, to: address(number) },
    from: from === 0 ? ZERO_ADDRESS : address(from),
  });
  const nftTransfers = [transfer(0, number, 0), transfer(1, 1, number - 1)];
  return { ...blockOf(name(number), 2), nftTransfers };
}

const changes = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => change(first + at));

/** A chain that gets blocks, results of contracts, and rollbacks. */
export async function chainLife(engine: Engine, place: StoreLocation): Promise<Life> {
  const store = await engine.openWriter(place);
  return {
    async begin() {
      await store.addBlocks(changes(1, 5), undefined);
      const pending = await store.listPending(undefined, 100);
      const tokens = [address(9), address(77)].map((token, at) => ({
        ...{ address: token, name: `Token ${at}`, symbol: "T", decimals: 6 },
        standard: at === 0 ? null : ("ERC721" as const),
        ...{ isErc20: at === 0, isErc721: at === 1 },
      }));
      const named = { collection: address(77), tokenId: 2n, metadata: null };
      await store.settle(name(5), {
        tokens,
        balances: pending.map((pair) => ({ ...pair, raw: 2n ** 200n })),
        nfts: [{ ...named, uri: "ipfs://2", isDue: true }],
      });
      await store.setAside(address(13), "it returns nonsense");
      await store.rollbackTo(4, name(5));
    },
    async goOn() {
      await store.addBlocks(changes(5, 7), name(4));
      await store.rollbackTo(3, name(7));
      await store.addBlocks(changes(4, 6), name(3));
      await store.pruneBelow(2, 10);
    },
    contents: () => dump(store, changes(1, 7)),
    close: store.close,
  };
}

const token = (id: string, expiresAt: number | null) => ({
  ...{ id, name: `token ${id}`, scope: "data" as const, expiresAt },
  hash: toHex(Buffer.alloc(32, id)),
});
const deployment = (version: string) => ({
  ...{ name: "swaps", version, deploymentId: `Qm${version}`, remoteName: `swaps/${version}` },
  node: version === "1.0.0" ? null : "index_node_1",
});

/** Tokens, tags and deployments, one of which is interrupted. */
export async function managementLife(engine: Engine, place: StoreLocation): Promise<Life> {
  const management = await engine.openManagement(place, () => SECONDS);
  const subgraphs = await engine.openSubgraphs(place, () => SECONDS * 1000);
  return {
    async begin() {
      await management.addToken(token("a", null));
      await management.addToken(token("b", SECONDS + 90));
      await management.addDeployment("transfers", "1.0.0");
      await management.addDeployment("transfers", "1.1.0");
      await management.setTag("transfers", "1.0.0", "prod");
      await management.setTag("transfers", "1.1.0", "canary");
      await subgraphs.attach(deployment("1.0.0"));
      await subgraphs.beginDeploy(deployment("2.0.0"), {
        ...{ holder: "one", until: SECONDS * 1000 - 1 },
      });
      expect(await subgraphs.listUnfinished()).toHaveLength(1);
    },
    async goOn() {
      await management.setTag("transfers", "1.1.0", "prod");
      await management.removeDeployment("transfers", "1.0.0");
      await management.deleteToken("a");
      await management.addToken(token("c", null));
      await subgraphs.claim("swaps", "2.0.0", { holder: "two", until: SECONDS * 1000 + 1 });
      await subgraphs.finish("swaps", "2.0.0", "two");
    },
    contents: async () => ({
      tokens: await management.listTokens(),
      hash: (await management.findToken("b"))?.hash,
      versions: await management.listDeployments(),
      tags: [
        await management.listTags("transfers", "1.0.0"),
        await management.listTags("transfers", "1.1.0"),
      ],
      deployments: await subgraphs.listDeployments(),
      unfinished: await subgraphs.listUnfinished(),
      target: await subgraphs.resolve("transfers", "prod"),
    }),
    async close() {
      await management.close();
      await subgraphs.close();
    },
  };
}
