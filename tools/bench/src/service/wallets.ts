import {
  type ChainWriter,
  formatMetadata,
  type Hex,
  openWriter,
  type StoreLocation,
} from "@chainkit/server/workspace";
import { blockOf, nameOf } from "../postgres/blocks.ts";

/** Transactions of a block: a full page, each of other addresses. */
export const PER_PAGE = 100;
/** Tokens of a wallet of each kind: half a page. */
const HOLDINGS = 50;
const ZERO: Hex = `0x${"0".repeat(40)}`;

const addressOf = (kind: string, at: number): Hex =>
  `0x${Buffer.from(`${kind}${at}`).toString("hex").padStart(40, "0")}`;

/** A wallet with tokens; each has others. */
export const walletOf = (at: number): Hex => addressOf("wallet", at);
/** The NFTs of a wallet are its own collection. */
export const collectionOf = (wallet: number): Hex => addressOf("nft", wallet);
const tokenOf = (at: number): Hex => addressOf("erc20", at);

/** Writes a made-up chain of blocks of 100 transactions, and of as many wallets with tokens and NFTs. */
export async function writeWallets(location: StoreLocation, count: number): Promise<void> {
  const writer = await openWriter(location, { undoBlocks: 64 });
  try {
    for (let number = 1; number <= count; number += 1) {
      await addBlock(writer, number);
      await settle(writer, number);
    }
  } finally {
    await writer.close();
  }
}

async function addBlock(writer: ChainWriter, number: number): Promise<void> {
  const owner = walletOf(number);
  const nftTransfers = Array.from({ length: HOLDINGS }, (_, at) => ({
    ...{
      collection: collectionOf(number),
      tokenId: BigInt(at),
      from: ZERO,
      to: owner,
      logIndex: at,
    },
  }));
  const touched = Array.from({ length: HOLDINGS }, (_, at) => ({ owner, token: tokenOf(at) }));
  const block = { ...blockOf(number, 0, PER_PAGE), nftTransfers, touched };
  const before = number === 1 ? undefined : nameOf(number - 1);
  if (!(await writer.addBlocks([block], before))) {
    throw new Error(`block ${number} does not follow`);
  }
}

async function settle(writer: ChainWriter, number: number): Promise<void> {
  const owner = walletOf(number);
  const collection = collectionOf(number);
  const range = Array.from({ length: HOLDINGS }, (_, at) => at);
  const erc20 = { decimals: 18, standard: null, isErc20: true, isErc721: false } as const;
  const erc721 = { decimals: null, standard: "ERC721", isErc20: false, isErc721: true } as const;
  await writer.settle(nameOf(number), {
    tokens: [
      ...range.map((at) => ({
        ...{ address: tokenOf(at), name: `Made-up token ${at}`, symbol: `MU${at}`, ...erc20 },
      })),
      { address: collection, name: "Made-up NFTs", symbol: "MUN", ...erc721 },
    ],
    balances: range.map((at) => ({ owner, token: tokenOf(at), raw: 10n ** 18n + BigInt(at) })),
    nfts: range.map((at) => ({
      ...{ collection, tokenId: BigInt(at), uri: `ipfs://made-up/${number}/${at}.json` },
      ...{
        metadata: formatMetadata({
          ...{ name: `NFT ${at}`, image: "ipfs://made-up.png", description: null },
          ...{ externalUrl: null, attributes: null },
        }),
        isDue: false,
      },
    })),
  });
}
