import type { Command } from "commander";
import { readInteger } from "../config/values.ts";
import { addBalances } from "../service/add-balances.ts";
import { addChain, chainOf } from "./stored-chain.ts";

const DESCRIPTION = [
  "read the ERC-20 balances of owners in all known tokens",
  [
    "A balance is known once a stored block has changed it. Use this for owners who held tokens before the",
    "first stored block. The service that follows the chain reads the balances, some hundreds per call with",
    "Multicall3, and keeps them up to date from then on. It may keep running.",
  ].join(" "),
].join("\n\n");

/** Adds the `balances add` command. */
export function addBalancesCommands(program: Command): void {
  const command = program
    .command("balances")
    .description("manage token balances")
    .command("add")
    .summary("read the balances of owners")
    .description(DESCRIPTION)
    .requiredOption("--owners <file>", "addresses, one per line")
    .option("--max-pairs <n>", "largest number of balances to add", readInteger(1), 100_000);
  addChain(command, "chain of the owners");
  command.action(async () => {
    const { owners: file, maxPairs } = command.opts();
    const { owners, tokens, added } = await addBalances(await chainOf(command), file, maxPairs);
    console.log(`${owners} owners in ${tokens} tokens: ${added} balances will be read`);
  });
}
