import { type Command, InvalidArgumentError } from "commander";
import { profileOf } from "../chain/profiles.ts";
import { type Hex, ZERO_ADDRESS } from "../chain/records.ts";
import { chainOption, readChains } from "../config/chain-values.ts";
import { addRpcSettings, headersOf, ownSetting } from "../config/follow.ts";
import { addSetting } from "../config/options.ts";
import { addStorage, storageOf } from "../config/storage.ts";
import { readAddress } from "../config/values.ts";
import { createDisplay } from "../service/display.ts";
import { openStorage, type Storage } from "../service/storage.ts";
import { besideWriter, type StoreLocation } from "../store/open.ts";

/** Returns a stored chain. @throws Error if it has no data yet. */
export async function findChain<Location extends StoreLocation>(
  storage: Storage<Location>,
  name: string,
): Promise<Location> {
  if (!(await storage.chains()).includes(name)) {
    throw new Error(`${storage.place} has no data for chain ${name}: serve it first`);
  }
  return storage.chain(name);
}

/** Adds the options of a command that reads more of one stored chain from its nodes. */
export function addStoredChain(command: Command): void {
  addSetting(command, "--chain <name=url,...>", "chain and its JSON-RPC URLs", (option) =>
    option.argParser(readChains).makeOptionMandatory(),
  );
  addRpcSettings(command);
  addStorage(command);
}

/** Opens the chain of such a command. @throws Error if it is not one, has no data yet, or a node has another chain. */
export async function openStoredChain(command: Command) {
  const { chain, trust = [], ...settings } = command.opts();
  const [{ name, urls }, ...others] = chain;
  if (others.length > 0) {
    throw new Error("--chain: expected exactly one chain");
  }
  const location = await findChain(openStorage(storageOf(command)), name);
  const [{ assertChainIds }, { createRpcClient }] = await Promise.all([
    import("../source/rpc-node.ts"),
    import("../source/json-rpc.ts"),
  ]);
  const profile = profileOf(name, trust.includes(name));
  const headers = headersOf(settings, name);
  await assertChainIds(name, urls, profile.chainId, headers);
  const rate = ownSetting<number>(settings.rpcRate, name);
  const rpc = createRpcClient(urls, undefined, { headers, rate, chainId: profile.chainId });
  return { name, location, rpc, profile };
}

const DISCOVER_DESCRIPTION = [
  "find the tokens that wallets received before the oldest stored block",
  [
    "Reads the logs below the oldest stored block that name the wallets as receivers, in ranges as long as the node",
    "allows. The service that follows the chain then reads their balances and keeps them up to date; NFTs that a wallet",
    "owns now are added. The service may keep running. Neither transactions nor receipts are read.",
  ].join(" "),
].join("\n\n");

export function addDiscoverCommand(program: Command): void {
  const command = program
    .command("discover")
    .summary("find the tokens that wallets received before the oldest stored block")
    .description(DISCOVER_DESCRIPTION)
    .argument("[wallet...]", "addresses", readWallet)
    .option("--all", "all wallets of the chain, whose lists are complete then");
  addStoredChain(command);
  command.action(async (wallets: readonly Hex[] = []) => {
    const isAll = command.opts().all === true;
    if (isAll === wallets.length > 0) {
      throw new Error("pass the addresses of wallets, or --all");
    }
    const { name, location, rpc } = await openStoredChain(command);
    const { discover } = await import("../ingest/discover.ts");
    const display = createDisplay(process.stderr);
    const { pairs, nfts, oldest } = await discover(
      location,
      rpc,
      isAll ? "all" : wallets,
      (block, before) => display.show([`${name}: logs read from block ${block} to ${before - 1}`]),
    );
    display.end();
    const whose = isAll ? "all wallets" : `${wallets.length} wallets`;
    console.log(
      `${pairs} balances will be read, ${nfts} NFTs added, of what ${whose} received below block ${oldest}`,
    );
  });
}

function readWallet(text: string, before: readonly Hex[] = []): Hex[] {
  const wallet = readAddress(text);
  if (wallet === ZERO_ADDRESS) {
    throw new Error("tokens of the zero address are burnt: no balances of it are read");
  }
  return [...new Set([...before, wallet])];
}

const REFETCH_DESCRIPTION = [
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
    .description(REFETCH_DESCRIPTION)
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
