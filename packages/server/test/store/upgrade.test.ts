import { expect, test } from "vitest";
import { type NftTransfer, ZERO_ADDRESS } from "../../src/chain/records.ts";
import type { BlockChange, ChainWriter } from "../../src/store/chain-writer.ts";
import { CHAIN_STEPS, SHARED_STEPS } from "../../src/store/postgres/schema.ts";
import { MIGRATIONS } from "../../src/store/sqlite/chain-schema.ts";
import { address, blockOf, name } from "../support/blocks.ts";
import { dump } from "../support/dump.ts";
import { POSTGRES, SQLITE, untilEnd } from "../support/engines.ts";
import { GIVEN } from "../support/postgres/database.ts";
import { load, storesOfVersions } from "../support/store-sql.ts";

const SCHEMAS = { chainkit: SHARED_STEPS, chain_ethereum: CHAIN_STEPS };

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

/** Does what a service does in its first minutes: blocks, results of contracts, and a rollback. */
async function begin(store: ChainWriter): Promise<void> {
  await store.addBlocks(changes(1, 5), undefined);
  const pending = await store.listPending(undefined, 100);
  const tokens = [address(9), address(77)].map((token, at) => ({
    ...{ address: token, name: `Token ${at}`, symbol: "T", decimals: 6 },
    ...{ standard: at === 0 ? null : ("ERC721" as const), isErc20: at === 0, isErc721: at === 1 },
  }));
  const named = { collection: address(77), tokenId: 2n, metadata: null };
  await store.settle(name(5), {
    tokens,
    balances: pending.map((pair) => ({ ...pair, raw: 2n ** 200n })),
    nfts: [{ ...named, uri: "ipfs://2", isDue: true }],
  });
  await store.setAside(address(13), "it returns nonsense");
  await store.rollbackTo(4, name(5));
}

/** Goes on from there, through what every later version must be able to do with older rows. */
async function goOn(store: ChainWriter): Promise<void> {
  await store.addBlocks(changes(5, 7), name(4));
  await store.rollbackTo(3, name(7));
  await store.addBlocks(changes(4, 6), name(3));
  await store.pruneBelow(2, 10);
}

test.each([
  { engine: SQLITE, kind: "sqlite", steps: MIGRATIONS },
  // A given database has schemas of other names.
  ...(GIVEN ? [] : [{ engine: POSTGRES, kind: "postgres", steps: CHAIN_STEPS }]),
])("a store of each version of $kind is opened and continued", async ({ engine, kind, steps }) => {
  const place = await engine.place();
  const first = await engine.openWriter(place);
  await begin(first);
  const begun = await dump(first, changes(1, 7));
  await first.close();
  const files = await storesOfVersions(kind, steps, place, SCHEMAS);
  const fresh = untilEnd(await engine.openWriter(place));
  await goOn(fresh);
  const expected = [begun, await dump(fresh, changes(1, 7))];
  for (const file of files) {
    const older = await engine.place();
    await load(older, file);
    const store = untilEnd(await engine.openWriter(older));
    const found = [await dump(store, changes(1, 7))];
    await goOn(store);
    found.push(await dump(store, changes(1, 7)));
    expect(found).toEqual(expected);
  }
});

test("a version that refuses a newer store says how to go on", async () => {
  const place = await SQLITE.place();
  await load(place, `PRAGMA user_version = ${MIGRATIONS.length + 1}`);
  await expect(SQLITE.openWriter(place)).rejects.toThrow(
    "newer version of this program: run that one, or restore a copy from before the upgrade",
  );
});
