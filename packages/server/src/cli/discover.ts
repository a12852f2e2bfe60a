import type { Command } from "commander";
import { profileOf } from "../chain/profiles.ts";
import type { Hex } from "../chain/records.ts";
import { type HeaderSetting, readChains, readHeaders } from "../config/chain-values.ts";
import { addConfigFile, addSetting } from "../config/options.ts";
import { addStorage, storageOf } from "../config/storage.ts";
import { discover } from "../service/discover.ts";
import { createDisplay } from "../service/display.ts";
import { openDeployment } from "../service/open-deployment.ts";
import { assertChainIds } from "../source/chain-id.ts";
import { createRpcClient } from "../source/json-rpc.ts";

const DESCRIPTION = [
  "find the tokens that wallets received before the first stored block",
  [
    "Reads the logs below the first stored block that name the wallets as receivers, in ranges as long as the node",
    "allows. The service that follows the chain then reads their balances and keeps them up to date; NFTs that a wallet",
    "owns now are added. The service may keep running. Neither transactions nor receipts are read.",
  ].join(" "),
].join("\n\n");

/** Adds the `discover` command. */
export function addDiscoverCommand(program: Command): void {
  const command = program
    .command("discover")
    .summary("find the tokens that wallets received before the first stored block")
    .description(DESCRIPTION)
    .argument("<wallet...>", "addresses", readWallet);
  addSetting(command, "--chain <name=url,...>", "chain and its JSON-RPC URLs", (option) =>
    option.argParser(readChains).makeOptionMandatory(),
  );
  addSetting(command, "--rpc-header <name: value>", "request header for nodes; secret", (option) =>
    option.argParser(readHeaders),
  );
  addStorage(command);
  addConfigFile(command);
  command.action(async (wallets: readonly Hex[]) => {
    const deployment = openDeployment(storageOf(command));
    const { chain, rpcHeader = [] } = command.opts();
    const [{ name, urls }, ...others] = chain;
    if (others.length > 0) {
      throw new Error("--chain: expected exactly one chain");
    }
    if (!(await deployment.chains()).includes(name)) {
      throw new Error(`${deployment.place} has no data for chain ${name}: serve it first`);
    }
    const { chainId } = profileOf(name, false);
    const headers = Object.fromEntries(
      (rpcHeader as HeaderSetting[]).map((each) => [each.name, each.value]),
    );
    await assertChainIds(name, urls, chainId, headers);
    const display = createDisplay(process.stderr);
    const rpc = createRpcClient(urls, undefined, { headers, chainId });
    const found = await discover(deployment.chain(name), rpc, wallets, (block, first) =>
      display.show([`${name}: logs read from block ${block} to ${first - 1}`]),
    );
    display.end();
    console.log(
      `${found.pairs} balances will be read, ${found.nfts} NFTs added, ` +
        `of what ${wallets.length} wallets received below block ${found.first}`,
    );
  });
}

function readWallet(text: string, before: readonly Hex[] = []): Hex[] {
  if (!/^0x[\da-f]{40}$/i.test(text)) {
    throw new Error(`${text}: expected an address, 0x and 40 hexadecimal digits`);
  }
  return [...new Set([...before, text.toLowerCase() as Hex])];
}
