import { type Command, Option } from "commander";
import { chainOption } from "../config/chain-values.ts";
import { addConfigFile } from "../config/options.ts";
import { addStorage, storageOf } from "../config/storage.ts";
import { readInteger } from "../config/values.ts";
import { addBalances } from "../service/add-balances.ts";
import { openDeployment } from "../service/open-deployment.ts";

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
    .addOption(chainOption("chain of the owners").makeOptionMandatory())
    .requiredOption("--owners <file>", "addresses, one per line")
    .addOption(
      new Option("--max-pairs <n>", "largest number of balances to add")
        .argParser(readInteger(1))
        .default(100_000),
    );
  addStorage(command);
  addConfigFile(command);
  command.action(async () => {
    const folder = openDeployment(storageOf(command));
    const { chain, owners: file, maxPairs } = command.opts();
    if (!(await folder.chains()).includes(chain)) {
      throw new Error(`${folder.place} has no data for chain ${chain}`);
    }
    const { owners, tokens, added } = await addBalances(folder.chain(chain), file, maxPairs);
    console.log(`${owners} owners in ${tokens} tokens: ${added} balances will be read`);
  });
}
