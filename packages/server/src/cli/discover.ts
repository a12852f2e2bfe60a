import type { Command } from "commander";
import { type Hex, ZERO_ADDRESS } from "../chain/records.ts";
import { readAddress } from "../config/values.ts";
import { createDisplay } from "../service/display.ts";
import { addStoredChain, openStoredChain } from "./stored-chain.ts";

const DESCRIPTION = [
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
    .description(DESCRIPTION)
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
