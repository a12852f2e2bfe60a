import { expect, test } from "vitest";
import type { Hex } from "../src/chain/records.ts";
import { listNfts } from "../src/handlers/nft-ranges.ts";
import type { ChainWriter } from "../src/store/chain-writer.ts";
import { besideWriter, type StoreLocation } from "../src/store/open.ts";
import { ENGINES, untilEnd } from "./support/engines.ts";
import { caughtUp, followNodes, quietChain, until } from "./support/ingest.ts";
import { compileContract } from "./support/solidity.ts";

/** A token whose transfers have the configured form, and whose properties change when they are told to. */
const deployToken = compileContract(
  `contract Token {
    uint256 private kind;
    uint256 private places;
    bytes32 public name = "Old";
    bytes32 public symbol = "OLD";
    mapping(address => uint256) private amounts;
    mapping(uint256 => address) private owners;
    constructor(uint256 kind_, uint256 places_) { kind = kind_; places = places_; }
    function decimals() external view returns (uint256) {
      require(places < 256, "no decimals");
      return places;
    }
    function supportsInterface(bytes4 id) external view returns (bool) {
      return id == 0x80ac58cd && (kind == 5 || kind == 6);
    }
    function balanceOf(address owner) external view returns (uint256) { return amounts[owner]; }
    function ownerOf(uint256 id) external view returns (address) {
      require(kind != 1 && owners[id] != address(0), "no owner");
      return owners[id];
    }
    function rename(bytes32 text, uint256 places_) external { name = text; symbol = text; places = places_; }
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
        case 3 { log3(0, 32, other, from, to) log4(0, 0, topic, from, to, value) }
        case 4 { log3(0, 32, topic, from, to) log4(0, 32, topic, from, to, value) }
        case 5 { mstore(0, add(value, 2)) log4(0, 32, range, value, from, to) }
        case 6 { log3(32, 32, topic, from, to) }
        case 7 { log3(0, 64, topic, from, to) }
        case 8 { mstore(64, amount) mstore(0, from) mstore(32, to) log1(0, 96, topic) }
      }
    }
  }`,
  "Token",
);
const NO_DECIMALS = 256n;
const NOBODY: Hex = `0x${"0".repeat(40)}`;

async function idsOf(store: ChainWriter, owner: Hex, contract: Hex): Promise<string[]> {
  const page = { owner, contract, after: undefined, count: 9, maxBytes: 2 ** 20 };
  return (await listNfts(store, page)).map(({ tokenId }) => String(tokenId));
}

async function rawOf(store: ChainWriter, owner: Hex, contract: Hex): Promise<string[]> {
  const balances = await store.listErc20Balances(owner, undefined, undefined, 99);
  return balances.flatMap((each) => (each.contract === contract ? [String(each.raw)] : []));
}

/** Followed stores of each kind. */
async function followed(url: string, options = {}) {
  const [sqlite, , postgres] = ENGINES;
  const places: StoreLocation[] = [];
  const stores: ChainWriter[] = [];
  for (const engine of [sqlite, postgres]) {
    const place = (await engine?.place()) as StoreLocation;
    const store = untilEnd((await engine?.openWriter(place)) as ChainWriter);
    followNodes(store, [url], options);
    places.push(place);
    stores.push(store);
  }
  return { places, stores };
}

const SHAPES = [
  {
    name: "an ERC-20 whose amount is indexed, without decimals",
    kind: 1n,
    places: NO_DECIMALS,
    coin: ["60", "40"],
    nfts: [[], []],
  },
  {
    name: "an ERC-20 whose amount is indexed",
    kind: 1n,
    places: 18n,
    coin: ["60", "40"],
    nfts: [[], []],
  },
  {
    name: "an ERC-20 with a word behind",
    kind: 7n,
    places: 18n,
    coin: ["60", "40"],
    nfts: [[], []],
  },
  { name: "an NFT without ERC-165", kind: 2n, places: NO_DECIMALS, coin: [], nfts: [["7"], ["8"]] },
  {
    name: "ERC-404, first version",
    kind: 3n,
    places: 18n,
    coin: ["60", "40"],
    nfts: [["7"], ["8"]],
  },
  {
    name: "ERC-404, second version",
    kind: 4n,
    places: 18n,
    coin: ["60", "40"],
    nfts: [["7"], ["8"]],
  },
  {
    name: "an NFT of ranges",
    kind: 5n,
    places: NO_DECIMALS,
    coin: [],
    nfts: [["7"], ["8", "9", "10"]],
  },
] as const;

test.each(SHAPES)(
  "$name is listed as what it is, and completely",
  async ({ kind, places, coin, nfts }) => {
    const chain = await quietChain({ history: 0 });
    const [one, other] = chain.accounts as [Hex, Hex];
    const { stores } = await followed(chain.rpcUrl);
    const token = await deployToken(chain.send, kind, places);
    await token.send("move(address,address,uint256,uint256)", NOBODY, one, 7n, 100n);
    await token.send("move(address,address,uint256,uint256)", NOBODY, one, 8n, 0n);
    // The same amount again, after the contract is known.
    for (const store of stores) {
      await caughtUp(store, chain);
    }
    await token.send("move(address,address,uint256,uint256)", one, other, 8n, 20n);
    await token.send("move(address,address,uint256,uint256)", one, other, 8n, 20n);
    for (const store of stores) {
      await caughtUp(store, chain);
      const found = await Promise.all(
        [one, other].map((owner) => idsOf(store, owner, token.address)),
      );
      expect(found).toEqual(nfts);
      const raws = await Promise.all(
        [one, other].map((owner) => rawOf(store, owner, token.address)),
      );
      expect(raws.flat()).toEqual(coin);
      for (const owner of [one, other]) {
        expect(await store.extent({ owner, token: token.address })).toMatchObject({
          isUnclear: false,
          pending: 0,
        });
      }
    }
  },
);

test.each([
  ["NFTs whose ids are in data", 6n],
  ["transfers whose addresses are not indexed", 8n],
])("%s leave the wallets unclear", async (_, kind) => {
  const chain = await quietChain({ history: 0 });
  const [one, other, third] = chain.accounts as [Hex, Hex, Hex];
  const { stores } = await followed(chain.rpcUrl);
  const token = await deployToken(chain.send, kind, NO_DECIMALS);
  await token.send("move(address,address,uint256,uint256)", NOBODY, one, 2n ** 200n, 1n);
  await token.send("move(address,address,uint256,uint256)", NOBODY, other, 2n ** 201n, 1n);
  for (const store of stores) {
    await caughtUp(store, chain);
    const unclear = await Promise.all(
      [one, other, third].map(async (owner) => (await store.extent({ owner })).isUnclear),
    );
    expect(unclear).toEqual([true, true, false]);
    expect((await store.listUnrecognized(9))[0]?.contract).toBe(token.address);
  }
});

const text = (word: string): bigint =>
  BigInt(`0x${Buffer.from(word).toString("hex").padEnd(64, "0")}`);

test("properties of tokens are read again: soon while empty, at an interval, at an upgrade, by command", async () => {
  const chain = await quietChain({ history: 0 });
  const [owner] = chain.accounts as [Hex];
  const { stores } = await followed(chain.rpcUrl, { rereadSeconds: 1 });
  const slow = await followed(chain.rpcUrl);
  const empty = await deployToken(chain.send, 7n, NO_DECIMALS);
  await empty.queue("rename(bytes32,uint256)", 0n, NO_DECIMALS);
  await empty.send("move(address,address,uint256,uint256)", NOBODY, owner, 1n, 5_000_000n);
  const named = await deployToken(chain.send, 7n, 18n);
  await named.send("move(address,address,uint256,uint256)", NOBODY, owner, 1n, 10n ** 18n);
  const all = [...stores, ...slow.stores];
  const factsOf = async (store: ChainWriter, token: Hex) => {
    const [found] = await store.listErc20Balances(owner, token, undefined, 1);
    return found && [found.symbol, found.decimals, String(found.raw)];
  };
  for (const store of all) {
    await caughtUp(store, chain);
    expect(await factsOf(store, named.address)).toEqual(["OLD", 18, `1${"0".repeat(18)}`]);
  }
  // Another transfer of a token with empty properties reads them again.
  await empty.queue("rename(bytes32,uint256)", text("USDC"), 6n);
  await empty.send("move(address,address,uint256,uint256)", NOBODY, owner, 1n, 1n);
  for (const store of all) {
    await caughtUp(store, chain);
    expect(await factsOf(store, empty.address)).toEqual(["USDC", 6, "5000001"]);
  }
  await named.send("rename(bytes32,uint256)", text("NEW"), 6n);
  for (const store of stores) {
    await until(
      "it is read after the interval",
      async () => String(await factsOf(store, named.address)) === `NEW,6,1${"0".repeat(18)}`,
    );
  }
  for (const store of slow.stores) {
    await caughtUp(store, chain);
    expect((await factsOf(store, named.address))?.[0]).toBe("OLD");
  }
  await named.send("upgrade()");
  for (const store of all) {
    await until(
      "it is read after an upgrade",
      async () => (await factsOf(store, named.address))?.[0] === "NEW",
    );
  }
  await named.send("rename(bytes32,uint256)", text("LAST"), 6n);
  for (const [at, store] of slow.stores.entries()) {
    const place = slow.places[at] as StoreLocation;
    expect(await besideWriter(place, (beside) => beside.rereadToken(named.address))).toBe(true);
    expect(await besideWriter(place, (beside) => beside.rereadToken(owner))).toBe(false);
    await until(
      "it is read again by command",
      async () => (await factsOf(store, named.address))?.[0] === "LAST",
    );
  }
});
