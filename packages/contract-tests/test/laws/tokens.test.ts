import { expect, test } from "vitest";
import { type Body, bodies, set } from "../../defects/service/defect.ts";
import { COLLECTIONS, type Fields, nfts, tokens, WALLETS } from "../reference/data.ts";
import type { Service } from "../reference/service.ts";
import { expectViolation, outcomeOf, records } from "./outcome.ts";

const BALANCE =
  "getErc20Balances / invariant / balance equals raw_balance divided by 10^decimals, exactly";
const HELD = "getErc20Balances / invariant / only tokens that the wallet holds are listed";
const ONCE = "getErc721Balances / invariant / an ERC-721 token is held once";
const FOUND =
  "getNft / invariant / a listed NFT is found by its id, owned by the listed wallet, with the same fields";
const OWNER = "getErc721Balances / invariant / the owner of an NFT lists it";
const MINTED = "getNft / invariant / an NFT was minted when its block was produced";

const token = (balance: string, raw_balance: string, decimals: number | null) => (s: Service) => {
  const [first] = tokens as readonly { contract: Fields }[];
  s.tokens = [{ balance, raw_balance, contract: { ...first?.contract, decimals } }];
};

test.concurrent.each<[string, string, number, string]>([
  ["0", "0", 6, "passed"],
  ["0", "0", 0, "passed"],
  ["1.5", "1500000", 6, "passed"],
  ["1.50", "1500000", 6, "passed"],
  ["0.000001", "1", 6, "passed"],
  ["0.1", "1", 1, "passed"],
  ["10", "10", 0, "passed"],
  ["100", "100000000", 6, "passed"],
  ["1", "10", 0, "failed"],
  ["10", "1000000", 6, "failed"],
  ["1.5000001", "1500000", 6, "failed"],
  ["0.00001", "1", 6, "failed"],
  ["01", "1000000", 6, "failed"],
])("balance %s of raw_balance %s with %d decimals: %s", async (balance, raw, decimals, outcome) => {
  const found = await outcomeOf(BALANCE, token(balance, raw, decimals));
  expect(found.outcome).toBe(outcome);
});

test("a raw_balance that is no integer", async () => {
  const found = await outcomeOf(BALANCE, token("1.5", "1.5", 6));
  expect(new Set(found.expected)).toEqual(new Set(["raw_balance is a decimal integer"]));
});

test.concurrent.each<[string, (service: Service) => void, string]>([
  [BALANCE, token("1", "1", null), "no listed token has decimals"],
  [BALANCE, (service) => void Object.assign(service, { tokens: [] }), "the listings are empty"],
  [HELD, (service) => void Object.assign(service, { tokens: [] }), "the listings are empty"],
  [ONCE, (service) => void Object.assign(service, { nfts: [] }), "the listings are empty"],
  [
    MINTED,
    bodies("getNft", set("nft.mint_block_timestamp", null)),
    "no known NFT has a mint_block_timestamp",
  ],
  [
    MINTED,
    bodies("getNft", set("nft.mint_block_number", null)),
    "no known NFT has a mint_block_timestamp",
  ],
  [OWNER, bodies("getNft", set("nft.owner_address", null)), "no known NFT has an owner"],
])("%s: nothing to compare", async (title, change, reason) => {
  expect(await outcomeOf(title, change)).toEqual({
    outcome: "not applicable",
    expected: [],
    reason,
  });
});

/** What an NFT is said to be by its lookup, and by the listing of its owner. */
const nft = (looked: Fields, listed: Body) => (service: Service) => {
  const { findNft } = service;
  const metadata = { ...(nfts[0]?.metadata as Fields), ...listed.metadata };
  service.nfts = nfts.map((each) => ({ ...each, ...listed, metadata }));
  service.findNft = (collection, id) => {
    const found = findNft.call(service, collection, id);
    return found && { ...found, ...looked };
  };
};
const metadata = (field: string, value: unknown) => ({ metadata: { [field]: value } });

test.concurrent.each<[string, string, Fields, Body, RegExp]>([
  [FOUND, "another id", { token_id: "99" }, {}, /^token_id is 4\d, as listed$/],
  [
    FOUND,
    "another owner",
    { owner_address: WALLETS[1] },
    {},
    /^owner_address is 0xabc0+a1, which lists it$/,
  ],
  [FOUND, "another standard", { standard: "ERC1155" }, {}, /^standard is ERC721, as listed$/],
  [
    FOUND,
    "another URI",
    { token_uri: "ipfs://other" },
    { tokenUri: "ipfs://one" },
    /^token_uri is ipfs:..one, as listed$/,
  ],
  [
    FOUND,
    "another description",
    { description: "x" },
    metadata("description", "y"),
    /^description is y, as listed$/,
  ],
  [
    FOUND,
    "another link",
    { external_uri: "x" },
    metadata("externalUrl", "y"),
    /^external_uri is y, as listed$/,
  ],
  [
    FOUND,
    "another image",
    { image_uri: "x" },
    metadata("imageUri", "y"),
    /^image_uri is y, as listed$/,
  ],
  [
    FOUND,
    "another block",
    { mint_block_number: 2001 },
    {},
    /^mint_block_number is 2000, as listed$/,
  ],
  [
    FOUND,
    "another time",
    { mint_block_timestamp: "2020-01-01T00:00:00Z" },
    {},
    /^mint_block_timestamp is 2023-/,
  ],
  [FOUND, "another symbol", { symbol: "x" }, {}, /^symbol is NFT, as listed$/],
  [
    OWNER,
    "is not listed",
    {},
    { tokenId: "99" },
    /^0xabc0+a1 lists 0xabc0+721[ab] 4\d, which it owns$/,
  ],
  [
    MINTED,
    "another time",
    { mint_block_timestamp: "2020-01-01T00:00:00Z" },
    {},
    /^mint_block_timestamp is 2023-.*, that of block 2000$/,
  ],
])("%s: %s", async (title, _, looked, listed, expected) => {
  const found = await outcomeOf(title, nft(looked, title === OWNER ? {} : listed));
  const wrong = title === OWNER ? await outcomeOf(title, unlisted) : found;
  expectViolation(wrong, expected);
});

/** Lists no NFT that is looked up. */
function unlisted(service: Service): void {
  const { recordsOf } = service;
  service.recordsOf = (call) =>
    recordsOf.call(service, call).filter(({ tokenId }) => tokenId !== "40" && tokenId !== "43");
}

test.concurrent.each<[string, string, Fields, Body]>([
  [FOUND, "no owner is known", { owner_address: null }, {}],
  [
    FOUND,
    "the owner in upper case",
    { owner_address: `0x${WALLETS[0].slice(2).toUpperCase()}` },
    {},
  ],
  [FOUND, "unknown to the listing", { token_uri: "x", description: "x" }, { tokenUri: null }],
  [FOUND, "unknown to the lookup", { symbol: null, token_uri: null }, { tokenUri: "x" }],
  [MINTED, "with milliseconds", { mint_block_timestamp: "2023-11-15T04:53:20.000Z" }, {}],
])("%s, allowed: %s", async (title, _, looked, listed) => {
  expect(await outcomeOf(title, nft(looked, listed))).toMatchObject({ outcome: "passed" });
});

test("a token of which nothing is held, by its address", async () => {
  const change = records("getErc20Balances", (record) => {
    record.raw_balance = "0";
  });
  const { expected } = await outcomeOf(HELD, change);
  expect(expected[0]).toMatch(/^raw_balance of 0xabc\d+ is not 0$/);
});

test("an NFT held twice, by its collection and id", async () => {
  const { expected } = await outcomeOf(
    ONCE,
    records("getErc721Balances", (record) => {
      record.balance = "2";
    }),
  );
  expect(expected).toContain(`balance of ${COLLECTIONS[0]} 40 is 1`);
});
