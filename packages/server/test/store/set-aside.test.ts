import { describe, expect, test } from "vitest";
import { refresh, sweep } from "../../src/balances/refresh.ts";
import { encodeWord } from "../../src/chain/abi.ts";
import type { BlockName, Hex } from "../../src/chain/records.ts";
import type { StoreLocation } from "../../src/store/open.ts";
import { answeringClient, type ReceivedCall } from "../support/answering-client.ts";
import { address, blockOf, NO_RESULTS, name } from "../support/blocks.ts";
import { ENGINES, untilEnd } from "../support/engines.ts";
import { load } from "../support/store-sql.ts";

const [BAD, GOOD] = [address(0xbad), address(0x900d)];
const NOBODY = address(0);
/** More than one step reads. */
const [PAIRS, NFTS] = [1_200, 600];
const ownerOf = (at: number) => address(1_000_000 + at);

/** A node that refuses calls of a contract until it is told to do them. */
function nodeOf(tip: () => BlockName) {
  const node = { refuses: true, calls: 0 };
  const answer = ({ to }: ReceivedCall): Hex | undefined => {
    node.calls += to === BAD ? 1 : 0;
    return to === BAD && node.refuses ? undefined : `0x${encodeWord(1n)}`;
  };
  return { node, rpc: answeringClient(tip, answer) };
}

/** Has the next attempt made now. */
async function makeDue(place: StoreLocation): Promise<void> {
  const table = place.kind === "sqlite" ? "set_aside" : `${place.schema}.set_aside`;
  await load(place, `UPDATE ${table} SET due = 0`);
}

describe.each(ENGINES)("$name", (engine) => {
  test("what a contract that is set aside has to be read waits where no step meets it", async () => {
    const place = await engine.place();
    const store = untilEnd(await engine.openWriter(place));
    let tip = name(0);
    const { node, rpc } = nodeOf(() => tip);
    /** @param calls Calls of `refresh` that leave more to read. */
    const readAll = async (calls: number) => {
      let steps = 0;
      while (await refresh(store, rpc)) {
        steps += 1;
      }
      expect(steps).toBe(calls);
    };
    const pairs = Array.from({ length: PAIRS }, (_, at) => ({ owner: ownerOf(at), token: BAD }));
    const good = { owner: ownerOf(0), token: GOOD };
    const minted = { collection: BAD, from: NOBODY, to: ownerOf(0) };
    const nftTransfers = Array.from({ length: NFTS }, (_, at) => ({
      ...{ ...minted, tokenId: BigInt(at), logIndex: at },
    }));
    await store.addBlocks(
      [{ ...blockOf(name(0)), touched: [...pairs, good], nftTransfers }],
      undefined,
    );
    await readAll(3);
    /** What the next step begins with. */
    const met = async () => [
      await store.listPending(undefined, 1),
      await store.listNftsWithoutUri(undefined, 1),
      await store.listDueTokens(1),
      await store.listRetries(1),
    ];
    expect(await met()).toEqual([[], [], [], []]);
    expect((await store.counts()).pending).toBe(PAIRS);
    expect((await store.countMetadata()).withoutUri).toBe(NFTS);
    const { pending, unreadable, isUnclear } = await store.extent({ owner: ownerOf(0) });
    expect([pending, unreadable, isUnclear]).toEqual([0, 1, true]);
    expect(await store.pairState(ownerOf(0), BAD)).toBe("pending");
    expect(await store.listErc20Balances(ownerOf(0), undefined, undefined, 9)).toHaveLength(1);

    // Another block touches them again: nobody is asked, and none is counted twice.
    node.calls = 0;
    await store.addBlocks([{ ...blockOf(name(1)), touched: pairs.slice(0, 700) }], tip);
    tip = name(1);
    expect(await store.extent({ owner: ownerOf(0) })).toMatchObject({ pending: 0, unreadable: 1 });
    await readAll(1);
    expect(await met()).toEqual([[], [], [], []]);
    expect([node.calls, (await store.counts()).pending]).toEqual([0, PAIRS]);
    let next = (await sweep(store, rpc, undefined, { pairs: 10, ofOwner: 10 })).next;
    expect([next, node.calls]).toEqual([undefined, 0]);

    // What only the removed block touched is forgotten.
    const other = { owner: address(77), token: BAD };
    await store.addBlocks([{ ...blockOf(name(2)), touched: [other] }], tip);
    tip = name(2);
    await readAll(1);
    expect((await store.counts()).pending).toBe(PAIRS + 1);
    expect(await store.rollbackTo(1, tip)).toBe(true);
    tip = name(1);
    expect((await store.counts()).pending).toBe(PAIRS);

    // A new attempt asks for a part only.
    await makeDue(place);
    await readAll(2);
    expect(node.calls).toBeGreaterThan(0);
    expect(node.calls).toBeLessThan(PAIRS);
    expect((await store.listSetAside(9)).map(({ attempts }) => attempts)).toEqual([2]);
    expect(await met()).toEqual([[], [], [], []]);
    expect((await store.counts()).pending).toBe(PAIRS);

    // Once it can be read, everything is.
    node.refuses = false;
    await makeDue(place);
    await readAll(2);
    expect((await store.counts()).setAside).toBe(0);
    expect((await store.counts()).pending).toBe(0);
    expect((await store.countMetadata()).withoutUri).toBe(0);
    expect(await met()).toEqual([[], [], [], []]);
    for (const owner of [ownerOf(0), ownerOf(PAIRS - 1)]) {
      expect(await store.extent({ owner })).toMatchObject({ pending: 0, unreadable: 0 });
      expect(await store.pairState(owner, BAD)).toBe("stored");
    }
    next = (await sweep(store, rpc, undefined, { pairs: 10, ofOwner: 10 })).next;
    expect(next).toBeDefined();
  });

  const token = { address: BAD, name: "Bad", symbol: "BAD", decimals: 18, standard: null };
  test.each([
    ["the name", { tokens: [{ ...token, isErc20: true, isErc721: false }] }],
    ["a balance", { balances: [{ owner: NOBODY, token: BAD, raw: 1n }] }],
    [
      "an NFT",
      { nfts: [{ collection: BAD, tokenId: 1n, uri: null, metadata: null, isDue: false }] },
    ],
  ])("a contract of which %s was read is no longer set aside", async (_, read) => {
    const store = untilEnd(await engine.openWriter(await engine.place()));
    await store.addBlocks([blockOf(name(0))], undefined);
    await store.setAside(BAD, "out of gas");
    expect(await store.listSetAside(9)).toHaveLength(1);
    await store.settle(name(0), { ...NO_RESULTS, ...read });
    expect(await store.listSetAside(9)).toEqual([]);
  });
});
