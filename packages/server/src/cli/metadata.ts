import { type Command, InvalidArgumentError, Option } from "commander";
import { CHAIN_NAMES } from "../chain/names.ts";
import type { Hex } from "../chain/records.ts";
import { addConfigFile, addData, dataPath } from "../config/options.ts";
import { openDataFolder } from "../service/data-folder.ts";
import { openChainStore } from "../store/sqlite/chain-store.ts";

const DESCRIPTION = [
  "ask for the metadata of a collection, or of one of its NFTs, again",
  [
    "For collections that have changed or revealed what they are. The service that follows the chain",
    "asks the contract for the URIs, and fetches what they name if it is told to fetch; until it has,",
    "these NFTs are served without metadata. It may run meanwhile.",
  ].join(" "),
].join("\n\n");

/** `metadata refetch`. */
export function addMetadataCommands(program: Command): void {
  const group = program.command("metadata").description("the metadata of NFTs");
  const command = group
    .command("refetch")
    .summary("ask for metadata again")
    .description(DESCRIPTION)
    .argument("<collection>", "address of the collection", readAddress)
    .argument("[token-id]", "one NFT of it, by its decimal id", readTokenId)
    .addOption(
      new Option("--chain <name>", "where the collection is")
        .choices(CHAIN_NAMES)
        .makeOptionMandatory(),
    );
  addData(command);
  addConfigFile(command);
  command.action((collection: Hex, tokenId: bigint | undefined) => {
    const folder = openDataFolder(dataPath(command));
    const { chain } = command.opts();
    if (!folder.chains().includes(chain)) {
      throw new Error(`${folder.path} has no data of ${chain}`);
    }
    const store = openChainStore(folder.chainFile(chain));
    try {
      const count = store.refetchMetadata(collection, tokenId);
      const what = tokenId === undefined ? "NFTs" : `NFT ${tokenId}`;
      if (count === 0) {
        throw new Error(`${chain} has no ${what} of ${collection}`);
      }
      const some = tokenId === undefined ? `${count} ${what}` : what;
      console.log(`${some} of ${collection}: metadata will be asked for again`);
    } finally {
      store.close();
    }
  });
}

function readAddress(text: string): Hex {
  if (!/^0x[\da-f]{40}$/i.test(text)) {
    throw new InvalidArgumentError("It must be 0x and 40 hexadecimal digits.");
  }
  return text.toLowerCase() as Hex;
}

function readTokenId(text: string): bigint {
  if (!/^\d{1,78}$/.test(text) || BigInt(text) >= 2n ** 256n) {
    throw new InvalidArgumentError("It must be a decimal number of at most 256 bits.");
  }
  return BigInt(text);
}
