import { expect, test } from "vitest";
import type { Hex } from "../src/chain/records.ts";
import { ANY_SIZE } from "./support/blocks.ts";
import { followedStore } from "./support/ingest.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { compileContract } from "./support/solidity.ts";

/** Emits logs of all standards, and declares the configured interfaces. */
const deployMixed = compileContract(
  `contract Mixed {
    event TransferSingle(
      address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value
    );
    bool private erc721;
    bool private erc1155;
    bool private anything;
    uint256 private places;
    constructor(uint256 claims, uint256 places_) {
      erc721 = claims & 1 > 0;
      erc1155 = claims & 2 > 0;
      anything = claims & 4 > 0;
      places = places_;
    }
    function supportsInterface(bytes4 id) external view returns (bool) {
      return anything || id == 0x80ac58cd && erc721 || id == 0xd9b67a26 && erc1155;
    }
    function decimals() external view returns (uint256) {
      require(places < 256, "no decimals");
      return places;
    }
    function balanceOf(address) external pure returns (uint256) { return 5; }
    function log(address to) external {
      bytes32 name = keccak256("Transfer(address,address,uint256)");
      assembly {
        mstore(0, 3)
        log4(0, 0, name, 0, to, 3)
        log3(0, 32, name, 0, to)
      }
      emit TransferSingle(msg.sender, address(0), to, 4, 1);
    }
  }`,
  "Mixed",
);

const [ERC721, ERC1155, ANYTHING] = [1n, 2n, 4n];
const NONE = 256n;
const CLAIMS: readonly (readonly [string, bigint, bigint, readonly string[]])[] = [
  ["nothing", 0n, NONE, ["a coin"]],
  ["nothing, but decimals", 0n, 18n, ["a coin"]],
  ["nothing, and no fractions", 0n, 0n, ["a coin"]],
  ["ERC-721", ERC721, NONE, ["an NFT"]],
  ["ERC-721, and no fractions", ERC721, 0n, ["an NFT"]],
  ["ERC-721, and decimals as well", ERC721, 18n, ["an NFT", "a coin"]],
  ["ERC-1155", ERC1155, NONE, []],
  ["ERC-1155, and no fractions", ERC1155, 0n, []],
  ["ERC-721 and ERC-1155", ERC721 + ERC1155, NONE, ["an NFT"]],
  ["whatever it is asked", ANYTHING, NONE, ["a coin"]],
];

test("the standard of a contract is what it declares, otherwise what its owners show", async () => {
  const chain = await quietChain({ history: 0 });
  const owner = chain.accounts[1] as Hex;
  const addresses: Hex[] = [];
  for (const [, claims, places] of CLAIMS) {
    const mixed = await deployMixed(chain.send, claims, places);
    await mixed.send("log(address)", owner);
    addresses.push(mixed.address);
  }
  const { store } = await followedStore(chain);

  const nfts = await store.listErc721Balances(owner, undefined, undefined, 100, ANY_SIZE);
  const coins = await store.listErc20Balances(owner, undefined, undefined, 100);
  const counted = addresses.map((address) => [
    ...nfts.filter(({ collection }) => collection === address).map(() => "an NFT"),
    ...coins.filter(({ contract }) => contract === address).map(() => "a coin"),
  ]);
  const expected = CLAIMS.map(([name, , , kinds]) => [name, kinds]);
  expect(CLAIMS.map(([name], at) => [name, counted[at]])).toEqual(expected);

  for (const [at, address] of addresses.entries()) {
    const kinds = CLAIMS[at]?.[3] ?? [];
    const isNft = kinds.includes("an NFT");
    expect((await store.getNft(address, 3n))?.owner).toBe(isNft ? owner : undefined);
    expect(await store.getNft(address, 4n)).toBeUndefined();
    expect(await store.listErc721Balances(owner, address, undefined, 9, ANY_SIZE)).toHaveLength(
      isNft ? 1 : 0,
    );
    const isCoin = kinds.includes("a coin");
    expect(await store.listErc20Balances(owner, address, undefined, 9)).toHaveLength(
      isCoin ? 1 : 0,
    );
  }
});
