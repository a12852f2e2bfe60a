import { type Command, InvalidArgumentError } from "commander";
import type { Hex } from "../chain/records.ts";
import { besideWriter } from "../store/open.ts";
import { addChain, chainOf } from "./stored-chain.ts";

const DESCRIPTION = [
  "refetch the metadata of a collection, or of one NFT",
  [
    "Use it after a collection has changed or revealed its metadata. The service that follows the chain",
    "reads the token URIs from the contract again and, with --fetch-metadata, fetches them. Until then",
    "these NFTs are served without metadata. The service may keep running.",
  ].join(" "),
].join("\n\n");

/** Adds the `metadata refetch` command. */
export function addMetadataCommands(program: Command): void {
  const group = program.command("metadata").description("manage NFT metadata");
  const command = group
    .command("refetch")
    .summary("refetch metadata")
    .description(DESCRIPTION)
    .argument("<collection>", "collection address", readAddress)
    .argument("[token-id]", "decimal token id; default: the whole collection", readTokenId);
  addChain(command, "chain of the collection");
  command.action(async (collection: Hex, tokenId: bigint | undefined) => {
    const count = await besideWriter(await chainOf(command), (store) =>
      store.refetchMetadata(collection, tokenId),
    );
    const what = tokenId === undefined ? "NFTs" : `NFT ${tokenId}`;
    if (count === 0) {
      throw new Error(`${command.opts().chain}: no ${what} found in collection ${collection}`);
    }
    const some = tokenId === undefined ? `${count} ${what}` : what;
    console.log(`${some} of ${collection}: metadata will be refetched`);
  });
}

function readAddress(text: string): Hex {
  if (!/^0x[\da-f]{40}$/i.test(text)) {
    throw new InvalidArgumentError("Expected 0x and 40 hexadecimal digits.");
  }
  return text.toLowerCase() as Hex;
}

function readTokenId(text: string): bigint {
  if (!/^\d{1,78}$/.test(text) || BigInt(text) >= 2n ** 256n) {
    throw new InvalidArgumentError("Expected a decimal integer of at most 256 bits.");
  }
  return BigInt(text);
}
