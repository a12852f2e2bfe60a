import { type Command, InvalidArgumentError } from "commander";
import type { Hex } from "../chain/records.ts";
import { chainOption } from "../config/chain-values.ts";
import { addStorage, storageOf } from "../config/storage.ts";
import { readAddress } from "../config/values.ts";
import { openStorage } from "../service/open-storage.ts";
import { besideWriter } from "../store/open.ts";
import { findChain } from "./stored-chain.ts";

const DESCRIPTION = [
  "reread name, symbol and decimals of a contract, and refetch the metadata of its NFTs, or of one NFT",
  [
    "Use it after a token was renamed, or a collection has changed or revealed its metadata. The service that",
    "follows the chain reads them from the contract again, with token URIs, and, with --fetch-metadata, fetches",
    "the metadata. Until then these NFTs are served without metadata. The service may keep running.",
  ].join(" "),
].join("\n\n");

export function addMetadataCommands(program: Command): void {
  const group = program.command("metadata").description("manage NFT metadata");
  const command = group
    .command("refetch")
    .summary("refetch metadata")
    .description(DESCRIPTION)
    .argument("<contract>", "address of a collection or another token", readAddress)
    .argument("[token-id]", "decimal token id; default: the whole contract", readTokenId)
    .addOption(chainOption("chain of the contract").makeOptionMandatory());
  addStorage(command);
  command.action(async (collection: Hex, tokenId: bigint | undefined) => {
    const { chain } = command.opts();
    const location = await findChain(openStorage(storageOf(command)), chain);
    const { count, isKnown } = await besideWriter(location, async (store) => ({
      count: await store.refetchMetadata(collection, tokenId),
      isKnown: tokenId === undefined && (await store.rereadToken(collection)) > 0,
    }));
    if (count === 0 && isKnown) {
      console.log(`name, symbol and decimals of ${collection} will be read again`);
      return;
    }
    const what = tokenId === undefined ? "NFTs" : `NFT ${tokenId}`;
    if (count === 0) {
      throw new Error(`${chain}: no ${what} found in collection ${collection}`);
    }
    const some = tokenId === undefined ? `${count} ${what}` : what;
    console.log(`${some} of ${collection}: metadata will be refetched`);
  });
}

function readTokenId(text: string): bigint {
  if (!/^\d{1,78}$/.test(text) || BigInt(text) >= 2n ** 256n) {
    throw new InvalidArgumentError("Expected a decimal integer of at most 256 bits.");
  }
  return BigInt(text);
}
