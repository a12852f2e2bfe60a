import { expect, test } from "vitest";
import { parseMetadata } from "../src/chain/metadata.ts";
import type { Hex } from "../src/chain/records.ts";
import { listNfts } from "../src/handlers/nft-ranges.ts";
import { discover } from "../src/ingest/discover.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import type { ChainWriter } from "../src/store/chain-writer.ts";
import { besideWriter, type StoreLocation } from "../src/store/open.ts";
import { someEngines, untilEnd } from "./support/engines.ts";
import { caughtUp, followNodes, until } from "./support/ingest.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { compileContract, type TestContract } from "./support/solidity.ts";

/** A token whose transfers have the configured form, and whose properties change when they are told to. */
const deployToken = compileContract(
  `contract Token {
    uint256 private kind;
    uint256 private places;
    bytes32 public name = "Old";
    bytes32 public symbol = "OLD";
    mapping(address => uint256) private amounts;
    mapping(uint256 => address) private owners;
    uint256 private claims;
    constructor(uint256 kind_, uint256 places_, uint256 claims_) {
      kind = kind_;
      places = places_;
      claims = claims_;
    }
    function decimals() external view returns (uint256) {
      require(places < 256, "no decimals");
      return places;
    }
    function supportsInterface(bytes4 id) external view returns (bool) {
      if (id == 0x80ac58cd && claims & 1 > 0 || id == 0xd9b67a26 && claims & 2 > 0) return true;
      return claims & 4 > 0;
    }
    function balanceOf(address owner) external view returns (uint256) { return amounts[owner]; }
    function ownerOf(uint256 id) external view returns (address) {
      while (kind == 14) {}
      require(kind != 1 && kind != 8 && owners[id] != address(0), "no owner");
      return owners[id];
    }
    function rename(bytes32 text, uint256 places_) external { name = text; symbol = text; places = places_; }
    bytes32 public tokenURI_ = 'data:,{"name":"a"}';
    function tokenURI(uint256) external view returns (bytes32) {
      while (kind == 14) {}
      return tokenURI_;
    }
    function setUri(bytes32 text) external { tokenURI_ = text; }
    function update(uint256 id) external {
      bytes32 topic = keccak256("MetadataUpdate(uint256)");
      assembly { mstore(0, id) log1(0, 32, topic) }
    }
    function updateAll() external {
      bytes32 topic = keccak256("BatchMetadataUpdate(uint256,uint256)");
      assembly { mstore(0, 0) mstore(32, not(0)) log1(0, 64, topic) }
    }
    function upgrade() external {
      bytes32 topic = keccak256("Upgraded(address)");
      assembly { log2(0, 0, topic, 1) }
    }
    function move(address from, address to, uint256 value, uint256 amount) external {
      bytes32 topic = keccak256("Transfer(address,address,uint256)");
      bytes32 other = keccak256("ERC20Transfer(address,address,uint256)");
      bytes32 range = keccak256("ConsecutiveTransfer(uint256,uint256,address,address)");
      if (from != address(0)) amounts[from] -= amount;
      amounts[to] += amount;
      owners[value] = to;
      uint256 shape = kind;
      assembly {
        mstore(0, amount)
        mstore(32, value)
        switch shape
        case 1 { log4(0, 0, topic, from, to, amount) }
        case 2 { log4(0, 0, topic, from, to, value) }
        case 14 { log4(0, 0, topic, from, to, value) }
        case 3 { log3(0, 32, other, from, to) log4(0, 0, topic, from, to, value) }
        case 8 { log3(32, 32, topic, from, to) log4(0, 32, topic, from, to, value) }
        case 4 { log3(0, 32, topic, from, to) log4(0, 32, topic, from, to, value) }
        case 5 { mstore(0, add(value, 2)) log4(0, 32, range, value, from, to) }
        case 6 { log3(32, 32, topic, from, to) }
        case 9 { log3(32, 32, topic, from, to) }
        case 10 { log3(32, 64, topic, from, to) }
        case 11 { mstore(0, from) mstore(64, value) mstore(32, to) log1(0, 96, topic) }
        case 7 { log3(0, 64, topic, from, to) }
        case 12 { mstore(32, to) log3(32, 32, topic, from, amount) }
        case 13 { mstore(32, from) log3(32, 32, topic, to, amount) }
      }
    }
  }`,
  "Token",
);
const NO_DECIMALS = 256n;
/** Interfaces that a token claims. */
const [NOTHING, ERC721, ERC1155, ANYTHING] = [0n, 1n, 2n, 4n];
const MOVE = "move(address,address,uint256,uint256)";
const NOBODY: Hex = `0x${"0".repeat(40)}`;

async function idsOf(store: ChainWriter, owner: Hex, contract: Hex): Promise<string[]> {
  const page = { owner, contract, after: undefined, count: 99, maxBytes: 2 ** 20 };
  const [own, all] = [
    await listNfts(store, page),
    await listNfts(store, { ...page, contract: undefined }),
  ];
  expect(all.filter(({ collection }) => collection === contract)).toEqual(own);
  return own.map(({ tokenId }) => String(tokenId));
}

async function rawOf(store: ChainWriter, owner: Hex, contract: Hex): Promise<string[]> {
  const balances = await store.listErc20Balances(owner, undefined, undefined, 99);
  const own = balances.filter((each) => each.contract === contract);
  expect(await store.listErc20Balances(owner, contract, undefined, 9)).toEqual(own);
  return own.map(({ raw }) => String(raw));
}

/** The NFTs of owners, where a store does not say that there may be others. */
function claimed(store: ChainWriter, owners: readonly Hex[], token: Hex): Promise<string[]> {
  return Promise.all(
    owners.map(async (owner) => {
      expect(await rawOf(store, owner, token)).toEqual([]);
      const { isUnclear } = await store.extent({ owner, token });
      return isUnclear ? "unclear" : String(await idsOf(store, owner, token));
    }),
  );
}

/** Followed stores of each kind. */
async function followed(url: string, options = {}) {
  const places: StoreLocation[] = [];
  const stores: ChainWriter[] = [];
  for (const engine of someEngines()) {
    const place = await engine.place();
    const store = untilEnd(await engine.openWriter(place));
    followNodes(store, [url], options);
    places.push(place);
    stores.push(store);
  }
  return { places, stores };
}

const COIN = ["60", "40"];
const NFTS = [["7"], ["8"]];
const NO_NFTS = [[], []];

/** Name, kind, decimals and claims of tokens, and their balances and NFTs at two owners. */
const SHAPES: readonly (readonly [string, bigint, bigint, bigint, string[], string[][]])[] = [
  ["an indexed amount, without decimals", 1n, NO_DECIMALS, NOTHING, COIN, NO_NFTS],
  ["an indexed amount", 1n, 18n, NOTHING, COIN, NO_NFTS],
  ["an amount with a word behind", 7n, 18n, NOTHING, COIN, NO_NFTS],
  ["an indexed amount, and no indexed recipient", 12n, 18n, NOTHING, COIN, NO_NFTS],
  ["an indexed amount, and no indexed sender", 13n, NO_DECIMALS, NOTHING, COIN, NO_NFTS],
  ["an NFT without ERC-165", 2n, NO_DECIMALS, NOTHING, [], NFTS],
  ["ERC-404, first version", 3n, 18n, NOTHING, COIN, NFTS],
  ["ERC-404, second version", 4n, 18n, NOTHING, COIN, NFTS],
  ["an NFT of ranges", 5n, NO_DECIMALS, ERC721, [], [["7"], ["8", "9", "10"]]],
  // Those with logs of both standards, which know no owner of an NFT, are what they claim.
  ["a claim of nothing", 8n, NO_DECIMALS, NOTHING, COIN, NO_NFTS],
  ["a claim of nothing, and decimals", 8n, 18n, NOTHING, COIN, NO_NFTS],
  ["a claim of nothing, and no fractions", 8n, 0n, NOTHING, COIN, NO_NFTS],
  ["a claim of ERC-721", 8n, NO_DECIMALS, ERC721, [], NFTS],
  ["a claim of ERC-721, and no fractions", 8n, 0n, ERC721, [], NFTS],
  ["a claim of ERC-721, and decimals", 8n, 18n, ERC721, COIN, NFTS],
  ["a claim of ERC-1155", 8n, NO_DECIMALS, ERC1155, [], NO_NFTS],
  ["a claim of ERC-1155, and no fractions", 8n, 0n, ERC1155, [], NO_NFTS],
  ["a claim of both", 8n, NO_DECIMALS, ERC721 + ERC1155, [], NFTS],
  ["a claim of whatever is asked", 8n, NO_DECIMALS, ANYTHING, COIN, NO_NFTS],
];

test("tokens of every shape are listed as what they are, and completely", async () => {
  const chain = await quietChain({ history: 0 });
  const owners = chain.accounts.slice(0, 2) as [Hex, Hex];
  const [one, other] = owners;
  const { stores } = await followed(chain.rpcUrl);
  const deployed: { shape: (typeof SHAPES)[number]; token: TestContract }[] = [];
  for (const shape of SHAPES) {
    const [, kind, places, claims] = shape;
    const token = await deployToken(chain.send, kind, places, claims);
    await token.send(MOVE, NOBODY, one, 7n, 100n);
    await token.send(MOVE, NOBODY, one, 8n, 0n);
    deployed.push({ shape, token });
  }
  // The same amounts again, after the contracts are known.
  for (const store of stores) {
    await caughtUp(store, chain);
  }
  for (const { token } of deployed) {
    await token.send(MOVE, one, other, 8n, 20n);
    await token.send(MOVE, one, other, 8n, 20n);
  }
  for (const store of stores) {
    await caughtUp(store, chain);
    for (const { shape, token } of deployed) {
      const [name, kind, , , coin, nfts] = shape;
      const raws = await Promise.all(owners.map((owner) => rawOf(store, owner, token.address)));
      const ids = await Promise.all(owners.map((owner) => idsOf(store, owner, token.address)));
      expect({ name, coin: raws.flat(), nfts: ids }).toEqual({ name, coin, nfts });
      const nftOwner = (await store.getNft(token.address, 7n))?.owner;
      expect(nftOwner, name).toBe(nfts === NO_NFTS ? undefined : one);
      for (const id of ids.flat()) {
        const { tokenUri } = (await store.getNft(token.address, BigInt(id))) ?? {};
        expect(tokenUri, name).toBe('data:,{"name":"a"}');
      }
      // Who logs an NFT twice is not always clear.
      for (const owner of kind === 8n ? [] : owners) {
        const extent = await store.extent({ owner, token: token.address });
        expect(extent, name).toMatchObject({ isUnclear: false, pending: 0 });
      }
    }
  }
});

/** NFTs whose ids are data. */
const ID_SHAPES = [
  { name: "with ERC-165", kind: 6n, claims: ERC721 },
  { name: "with a word behind", kind: 10n, claims: ERC721 },
  { name: "without ERC-165", kind: 9n, claims: NOTHING },
  { name: "whose addresses are data as well", kind: 11n, claims: NOTHING },
];

test("NFTs whose ids are data are listed once they are known", async () => {
  const chain = await quietChain({ history: 0 });
  const owners = chain.accounts.slice(0, 3) as [Hex, Hex, Hex];
  const [one, other, third] = owners;
  const ids = [2n ** 200n, 2n ** 201n] as const;
  const { stores } = await followed(chain.rpcUrl);
  const deployed: { shape: (typeof ID_SHAPES)[number]; token: TestContract }[] = [];
  for (const shape of ID_SHAPES) {
    const token = await deployToken(chain.send, shape.kind, NO_DECIMALS, shape.claims);
    await token.send(MOVE, NOBODY, one, ids[0], 1n);
    await token.send(MOVE, NOBODY, other, ids[1], 1n);
    deployed.push({ shape, token });
  }
  for (const store of stores) {
    await caughtUp(store, chain);
    for (const { shape, token } of deployed) {
      const listed = shape.kind === 11n ? ["unclear", "unclear"] : ids.map(String);
      expect(await claimed(store, owners, token.address), shape.name).toEqual([...listed, ""]);
    }
  }
  for (const { token } of deployed) {
    await token.send(MOVE, one, third, ids[0], 1n);
    await token.send(MOVE, other, third, ids[1], 1n);
  }
  for (const store of stores) {
    await caughtUp(store, chain);
    for (const { shape, token } of deployed) {
      // Addresses that are data are listed, but count as not understood.
      const listed = shape.kind === 11n ? owners.map(() => "unclear") : ["", "", String(ids)];
      expect(await claimed(store, owners, token.address), shape.name).toEqual(listed);
      expect(await idsOf(store, third, token.address)).toEqual(ids.map(String));
    }
  }
});

test("NFTs whose ids are data are found below the oldest block, and nothing is claimed before", async () => {
  const chain = await quietChain({ history: 0 });
  const [one, other] = chain.accounts as [Hex, Hex];
  const many = await deployToken(chain.send, 9n, NO_DECIMALS, NOTHING);
  await many.send(MOVE, NOBODY, one, 2n, 1n);
  // More transfers than are kept until the contract is known.
  for (let count = 0; count < 50; count += 1) {
    await many.send(MOVE, one, other, 2n, 1n);
    await many.send(MOVE, other, one, 2n, 1n);
  }
  await many.queue(MOVE, NOBODY, one, 3n, 1n);
  await many.send(MOVE, one, other, 2n, 1n);
  const few = await deployToken(chain.send, 9n, NO_DECIMALS, NOTHING);
  await few.send(MOVE, NOBODY, other, 5n, 1n);
  const first = Number(await chain.send<string>("eth_blockNumber")) + 1;
  await few.send(MOVE, NOBODY, other, 6n, 1n);
  const owners = [one, other];
  const whole = await followed(chain.rpcUrl, { from: 0 });
  for (const store of whole.stores) {
    await caughtUp(store, chain);
    expect(await claimed(store, owners, many.address)).toEqual(["unclear", "unclear"]);
    expect(await claimed(store, owners, few.address)).toEqual(["", "5,6"]);
  }
  const late = await followed(chain.rpcUrl, { from: first });
  for (const [at, store] of late.stores.entries()) {
    await caughtUp(store, chain);
    expect(await claimed(store, owners, few.address)).toEqual(["", "unclear"]);
    await discover(late.places[at] as StoreLocation, createRpcClient([chain.rpcUrl]), [other]);
    await until("all is read", async () => (await store.counts()).pending === 0);
    expect(await claimed(store, owners, many.address)).toEqual(["", "2"]);
    expect(await claimed(store, owners, few.address)).toEqual(["", "5,6"]);
  }
});

test("NFTs whose owners take more gas than the node allows are not said to be none", async () => {
  const chain = await quietChain({ history: 0 });
  const [one, other] = chain.accounts as [Hex, Hex];
  const token = await deployToken(chain.send, 14n, NO_DECIMALS, NOTHING);
  await token.send(MOVE, NOBODY, other, 2n, 1n);
  await chain.send("evm_mine");
  const first = Number(await chain.send<string>("eth_blockNumber"));
  const { stores, places } = await followed(chain.rpcUrl, { from: first });
  for (const [at, store] of stores.entries()) {
    await caughtUp(store, chain);
    for (const wallet of [one, other]) {
      await discover(places[at] as StoreLocation, createRpcClient([chain.rpcUrl]), [wallet]);
    }
    const extents = [await store.extent({ owner: one }), await store.extent({ owner: other })];
    expect(extents).toMatchObject([
      { isDiscovered: true, isUnclear: false },
      { isDiscovered: true, isUnclear: true },
    ]);
  }
});

const text = (word: string): bigint =>
  BigInt(`0x${Buffer.from(word).toString("hex").padEnd(64, "0")}`);

test("token URIs are read again when a contract says that metadata have changed (ERC-4906)", async () => {
  const chain = await quietChain({ history: 0 });
  const [owner] = chain.accounts as [Hex];
  const { stores } = await followed(chain.rpcUrl);
  const token = await deployToken(chain.send, 2n, NO_DECIMALS, NOTHING);
  await token.send(MOVE, NOBODY, owner, 7n, 1n);
  await token.send(MOVE, NOBODY, owner, 8n, 1n);
  const names = (store: ChainWriter) =>
    Promise.all(
      [7n, 8n].map(async (id) => {
        const metadata = (await store.getNft(token.address, id))?.metadata;
        return metadata && parseMetadata(metadata).name;
      }),
    );
  const expectNames = async (...expected: readonly string[]) => {
    for (const store of stores) {
      await caughtUp(store, chain);
      expect(await names(store)).toEqual(expected);
    }
  };
  await expectNames("a", "a");
  await token.send("setUri(bytes32)", text('data:,{"name":"b"}'));
  await expectNames("a", "a");
  await token.send("update(uint256)", 9n);
  await expectNames("a", "a");
  await token.send("update(uint256)", 8n);
  await expectNames("a", "b");
  await token.send("setUri(bytes32)", text('data:,{"name":"c"}'));
  await token.send("updateAll()");
  await expectNames("c", "c");
});

test("properties of tokens are read again: soon while empty, at an interval, at an upgrade, by command", async () => {
  const chain = await quietChain({ history: 0 });
  const [owner] = chain.accounts as [Hex];
  const { stores } = await followed(chain.rpcUrl, { rereadSeconds: 1 });
  const slow = await followed(chain.rpcUrl);
  const empty = await deployToken(chain.send, 7n, NO_DECIMALS, NOTHING);
  await empty.queue("rename(bytes32,uint256)", 0n, NO_DECIMALS);
  await empty.send(MOVE, NOBODY, owner, 1n, 5_000_000n);
  const named = await deployToken(chain.send, 7n, 18n, NOTHING);
  await named.send(MOVE, NOBODY, owner, 1n, 10n ** 18n);
  const all = [...stores, ...slow.stores];
  const factsOf = async (store: ChainWriter, token: Hex) => {
    const [found] = await store.listErc20Balances(owner, token, undefined, 1);
    return found && [found.symbol, found.decimals, String(found.raw)];
  };
  const expectFacts = async (of: readonly ChainWriter[], token: Hex, ...expected: unknown[]) => {
    for (const store of of) {
      await caughtUp(store, chain);
      expect(await factsOf(store, token)).toEqual(expected);
    }
  };
  const becomes = async (of: readonly ChainWriter[], ...expected: unknown[]) => {
    for (const store of of) {
      await expect.poll(() => factsOf(store, named.address)).toEqual(expected);
    }
  };
  const [whole, more] = [`1${"0".repeat(18)}`, `1${"0".repeat(17)}1`];
  await expectFacts(all, named.address, "OLD", 18, whole);
  // Another transfer of a token with empty properties reads them again.
  await empty.queue("rename(bytes32,uint256)", text("USDC"), 6n);
  await empty.send(MOVE, NOBODY, owner, 1n, 1n);
  await expectFacts(all, empty.address, "USDC", 6, "5000001");
  await named.send("rename(bytes32,uint256)", text("NEW"), 18n);
  await becomes(stores, "NEW", 18, whole);
  await expectFacts(slow.stores, named.address, "OLD", 18, whole);
  // Other decimals are noticed wherever a balance is read: after a transfer, and by the sweep.
  await named.queue("rename(bytes32,uint256)", text("CENT"), 2n);
  await named.send(MOVE, NOBODY, owner, 1n, 1n);
  await expectFacts(all, named.address, "CENT", 2, more);
  await named.send("rename(bytes32,uint256)", text("MILL"), 3n);
  await becomes(all, "MILL", 3, more);
  await named.queue("rename(bytes32,uint256)", text("NEW"), 3n);
  await named.send("upgrade()");
  await becomes(all, "NEW", 3, more);
  await named.send("rename(bytes32,uint256)", text("LAST"), 3n);
  for (const [at, store] of slow.stores.entries()) {
    const place = slow.places[at] as StoreLocation;
    expect(await besideWriter(place, (beside) => beside.rereadToken(named.address))).toBe(1);
    expect(await besideWriter(place, (beside) => beside.rereadToken(owner))).toBe(0);
    await becomes([store], "LAST", 3, more);
  }
});
