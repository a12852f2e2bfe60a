import type { Command } from "commander";
import { chainOption } from "../config/chain-option.ts";
import { addConfigFile } from "../config/options.ts";
import { addStorage, storagesOf } from "../config/storage.ts";
import { copyChain } from "../service/copy-chain.ts";
import { copyManagement } from "../service/copy-management.ts";
import { createDisplay } from "../service/display.ts";
import { openDeployment } from "../service/open-deployment.ts";

const DESCRIPTION = [
  "copy a chain, or the management data, from a data folder to a database, or back",
  [
    "Final blocks are copied while the service runs. Stop it for the rest, and start it again with the",
    "other storage option. An interrupted copy is resumed. At the end, row counts and a sample of reads",
    "are compared; only then is the copy available. The original is not changed.",
  ].join(" "),
  [
    "Management data are subgraph versions, tags, tokens and the key of cursors. They are copied at once,",
    "and only to a place without any; stop changing them before.",
  ].join(" "),
].join("\n\n");

/** Adds the `copy` command. */
export function addCopyCommand(program: Command): void {
  const command = program
    .command("copy")
    .summary("copy a chain or management data to another storage")
    .description(DESCRIPTION)
    .addOption(chainOption("chain to copy"))
    .option("--management", "copy subgraph versions, tags, tokens and the key of cursors")
    .option("--back", "copy from the database to the data folder");
  addStorage(command);
  addConfigFile(command);
  command.action(async () => {
    const { folder, database } = storagesOf(command);
    const { chain, management, back } = command.opts();
    if ((chain === undefined) === (management === undefined)) {
      throw new Error("pass --chain with the chain to copy, or --management");
    }
    const [from, to] = [folder, database].map(openDeployment);
    const [source, target] = back ? [to, from] : [from, to];
    if (management && source && target) {
      console.log(await copyManagement(source, target));
      return;
    }
    if (!source || !target || !(await source.chains()).includes(chain)) {
      throw new Error(`${source?.place} has no data for chain ${chain}`);
    }
    const display = createDisplay(process.stderr);
    console.log(await copyChain(source.chain(chain), target.chain(chain), display));
  });
}
