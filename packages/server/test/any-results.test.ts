import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refresh } from "../src/balances/refresh.ts";
import { type ReadResults, settleContracts } from "../src/balances/settle-contracts.ts";
import { encodeBytes, encodeWord } from "../src/chain/abi.ts";
import { type Hex, ZERO_ADDRESS } from "../src/chain/records.ts";
import type { SetAside } from "../src/store/chain-reader.ts";
import type { ChainWriter } from "../src/store/chain-writer.ts";
import { answeringClient, type ReceivedCall } from "./support/answering-client.ts";
import { ANY_SIZE, address, blockOf, name } from "./support/blocks.ts";
import { emptyStores } from "./support/engines.ts";
import { startService, type TestService } from "./support/support.ts";
import { times } from "./support/thorough.ts";

const OWNER = address(1);
const HONEST = address(0xaa);
const METHODS = {
  ...{ name: "0x06fdde03", symbol: "0x95d89b41", decimals: "0x313ce567", balanceOf: "0x70a08231" },
  ...{ tokenURI: "0xc87b56dd", supportsInterface: "0x01ffc9a7", ownerOf: "0x6352211e" },
} as const;
type Results = Partial<Record<keyof typeof METHODS, Hex>>;

const utf8 = (text: string) => Buffer.from(text);
const abiString = (bytes: Uint8Array): Hex =>
  `0x${encodeWord(32n)}${encodeBytes(Buffer.from(bytes).toString("hex"))}`;
const jsonUri = (json: string) => utf8(`data:application/json,${json}`);
const nested = (depth: number) => `{"attributes":${"[".repeat(depth)}${"]".repeat(depth)}}`;
const numeral = fc.constantFrom("1e999", "-0", "9".repeat(400), "1e20", "NaN", "0x1");

/** Any character: the unit `binary` of fast-check first lists them all, for a second. */
const character = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
/** Texts and bytes that a contract may return. */
const content: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ unit: character, maxLength: 40 }).map(utf8),
  fc.constantFrom(1_024, 1_026, 262_144, 262_146).map((length) => Buffer.alloc(length, "é")),
  fc.json({ maxDepth: 8 }).map(jsonUri),
  fc.constantFrom(30, 31, 32, 5_000, 40_000).map((depth) => jsonUri(nested(depth))),
  fc.json().map((json) => utf8(`data:application/json;base64,${utf8(json).toString("base64")}`)),
  numeral.map((number) => jsonUri(`{"name":${number},"attributes":[${number},"\\ud800\\u0000"]}`)),
  fc.constantFrom("\ud800", "\0", "‮", "\\u0000", '{"name":"\\udfff"}', "%zz").map(jsonUri),
);
/** Whatever a contract may return; undefined: it reverts. */
const result: fc.Arbitrary<Hex | undefined> = fc.oneof(
  content.map(abiString),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((number): Hex => `0x${encodeWord(number)}`),
  fc.uint8Array({ maxLength: 200 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString("hex")}`),
  fc
    .tuple(fc.bigInt({ min: 0n, max: 2n ** 64n }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }))
    .map(
      ([offset, length]): Hex => `0x${encodeWord(offset)}${encodeWord(length)}${"ff".repeat(64)}`,
    ),
  fc.constant(undefined),
);
const hostile: fc.Arbitrary<Results> = fc.record({
  ...{ name: result, symbol: result, decimals: result, balanceOf: result },
  ...{ tokenURI: result, supportsInterface: result, ownerOf: result },
}) as fc.Arbitrary<Results>;

/** Each run has an owner of its own, so that its pages stay short. */
const ownerOf = (run: number) => address(run);

/** What the honest contract returns in each run: it is a coin and a collection, as ERC-404 is. */
const honestResults = (run: number): Results => ({
  name: abiString(utf8("Honest")),
  symbol: abiString(utf8("HON")),
  decimals: `0x${encodeWord(6n)}`,
  // Of the NFT that is asked for.
  ownerOf: `0x${encodeWord(BigInt(ownerOf(1)))}`,
  balanceOf: `0x${encodeWord(BigInt(run))}`,
  tokenURI: abiString(jsonUri(`{"name":"Honest ${run}"}`)),
});

/** Adds a block that touches a pair and mints an NFT of each contract. */
async function addBlock(
  store: ChainWriter,
  number: number,
  contracts: readonly Hex[],
  owner = OWNER,
) {
  const block = {
    ...blockOf(name(number)),
    touched: contracts.map((token) => ({ owner, token })),
    nftTransfers: contracts.map((collection, logIndex) => ({
      ...{ collection, tokenId: BigInt(number), from: ZERO_ADDRESS, to: owner, logIndex },
    })),
  };
  expect(await store.addBlocks([block], number === 1 ? undefined : name(number - 1))).toBe(true);
}

/** Reads everything that is served of some contracts. */
async function readAll({ get }: TestService, contracts: readonly Hex[], run: number) {
  const paths = ["erc20", "erc721"].flatMap((kind) => {
    const list = `/ethereum/v1/address/${ownerOf(run)}/balance/${kind}`;
    return [
      list,
      `${list}?limit=1`,
      ...contracts.map((each) => `${list}?contract-address=${each}`),
    ];
  });
  for (const path of paths) {
    let cursor: string | null = "";
    while (cursor !== null) {
      const { status, body } = await get(cursor ? `${path.split("?")[0]}?cursor=${cursor}` : path);
      expect([path, status]).toEqual([path, 200]);
      cursor = path.includes("?") ? null : body.cursor;
    }
  }
  for (const contract of contracts) {
    const nft = await get(`/v2/ethereum/collections/${contract}/nfts/${run}`);
    // A contract may claim another standard, or not know the owner of its NFT.
    expect(nft.status).toBeOneOf([200, 404]);
  }
}

test("whatever contracts return, nothing fails, and honest tokens are served", async () => {
  const methodOf = new Map(Object.entries(METHODS).map(([name, selector]) => [selector, name]));
  for (const store of await emptyStores()) {
    let run = 0;
    let results: ReadonlyMap<Hex, Results> = new Map();
    const answer = ({ to, data }: ReceivedCall) => {
      const method = methodOf.get(data.slice(0, 10) as never) as keyof Results;
      return results.get(to)?.[method];
    };
    const { get, ...service } = await startService({}, { chains: new Map([["ethereum", store]]) });
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 4 }), async (all) => {
        run += 1;
        const contracts = [...all.map((_, at) => address(run * 100 + 0x10000 + at)), HONEST];
        const returned = [...all, honestResults(run)];
        results = new Map(contracts.map((contract, at) => [contract, returned[at] as Results]));
        await addBlock(store, run, contracts, ownerOf(run));
        const rpc = answeringClient(() => name(run), answer, { message: "execution reverted" });
        const aside: SetAside[] = [];
        while (await refresh(store, rpc, { onSetAside: (contract) => aside.push(contract) })) {}
        expect(aside).toEqual([]);
        await readAll({ get, ...service }, contracts, run);
        const wallet = `/ethereum/v1/address/${ownerOf(run)}/balance/erc20?contract-address=${HONEST}`;
        const [{ raw_balance, contract }] = (await get(wallet)).body.erc20TokenBalances;
        const { nft } = (await get(`/v2/ethereum/collections/${HONEST}/nfts/${run}`)).body;
        expect([raw_balance, contract.name, contract.symbol, nft.name]).toEqual([
          ...[String(run), "Honest", "HON", `Honest ${run}`],
        ]);
      }),
      { numRuns: times(12, 300) },
    );
    await service.close();
  }
});

const facts = (token: Hex, decimals: number) => ({
  ...{ address: token, name: "Any", symbol: "ANY", decimals, standard: null, ownsNfts: true },
});
/** Results that no store accepts. */
const UNFIT = {
  "a fraction": (token: Hex): Partial<ReadResults> => ({ tokens: [facts(token, 1.5)] }),
  "an integer of 257 bits": (token: Hex): Partial<ReadResults> => ({
    balances: [{ token, owner: OWNER, raw: 2n ** 256n }],
  }),
  "a negative integer": (token: Hex): Partial<ReadResults> => ({
    balances: [{ token, owner: OWNER, raw: -1n }],
  }),
} as const;
const contract = fc.constantFrom(undefined, ...(Object.keys(UNFIT) as (keyof typeof UNFIT)[]));

describe("settleContracts", () => {
  test("sets aside contracts whose results cannot be stored, and settles all others", async () => {
    for (const store of await emptyStores()) {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(contract, { minLength: 1, maxLength: 12 }), async (kinds) => {
          run += 1;
          const tokens = kinds.map((_, at) => address(run * 100 + 0x10000 + at));
          await addBlock(store, run, tokens);
          const parts = kinds.map((kind, at) => {
            const token = tokens[at] as Hex;
            const balance = { token, owner: OWNER, raw: BigInt(run) };
            const fit = { tokens: [facts(token, 6)], balances: [balance] };
            const nfts = [{ collection: token, tokenId: BigInt(run), uri: "data:," }];
            return { ...fit, nfts, ...(kind && UNFIT[kind](token)) };
          });
          const results: ReadResults = {
            refused: new Map(),
            tokens: parts.flatMap((part) => part.tokens),
            balances: parts.flatMap((part) => part.balances),
            nfts: parts.flatMap((part) => part.nfts),
          };
          const aside: Hex[] = [];
          const settlement = await settleContracts(store, name(run), results, (each) =>
            aside.push(each.contract),
          );
          expect(settlement.isWritten).toBe(true);
          const unfit = tokens.filter((_, at) => kinds[at] !== undefined);
          expect(aside.toSorted()).toEqual(unfit);
          for (const token of tokens) {
            const [balance] = await store.listErc20Balances(OWNER, token, undefined, 1);
            const [nft] = await store.listErc721Balances(OWNER, token, undefined, 1, ANY_SIZE);
            const isUnfit = unfit.includes(token);
            expect(balance?.raw).toBe(isUnfit ? undefined : BigInt(run));
            expect(nft?.tokenUri ?? null).toBe(isUnfit ? null : "data:,");
          }
        }),
        { numRuns: times(10, 100) },
      );
    }
  });

  test("a contract that is set aside is read again later, until it can be processed", async () => {
    for (const store of await emptyStores()) {
      const token = HONEST;
      await addBlock(store, 1, [token]);
      const nothing: ReadResults = { tokens: [], balances: [], nfts: [], refused: new Map() };
      const unfit: ReadResults = { ...nothing, ...UNFIT["a fraction"](token) };
      const aside: SetAside[] = [];
      const seconds = Date.now() / 1000;
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await settleContracts(store, name(1), unfit, (each) => aside.push(each));
      }
      expect(aside.map(({ attempts }) => attempts)).toEqual([1, 2, 3]);
      expect(aside.map(({ due }) => Math.round((due - seconds) / 60))).toEqual([1, 2, 4]);
      expect(aside[0]?.reason).toMatch(/1\.5|REAL/);
      expect((await store.counts()).setAside).toBe(1);
      expect(await store.listSetAside(10)).toEqual(aside.slice(-1));
      const balances = [{ token, owner: OWNER, raw: 7n }];
      await settleContracts(store, name(1), { ...nothing, balances }, (each) => aside.push(each));
      expect([aside.length, (await store.counts()).setAside]).toEqual([3, 0]);
      const [balance] = await store.listErc20Balances(OWNER, token, undefined, 1);
      expect(balance?.raw).toBe(7n);
    }
  });
});
