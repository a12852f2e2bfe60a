import { type Command, Option } from "commander";
import { CHAIN_NAMES } from "../chain/profiles.ts";
import { addConfigFile } from "../config/options.ts";
import { addStorage, storagesOf } from "../config/storage.ts";
import { copyChain } from "../service/copy-chain.ts";
import { createDisplay } from "../service/display.ts";
import { openDeployment } from "../service/open-deployment.ts";

const DESCRIPTION = [
  "copy a chain from a data folder to a database, or back",
  [
    "Final blocks are copied while the service runs. Stop it for the rest, and start it again with the",
    "other storage option. An interrupted copy is resumed. At the end, row counts and a sample of reads",
    "are compared; only then is the copy available. The original is not changed.",
  ].join(" "),
].join("\n\n");

/** Adds the `copy` command. */
export function addCopyCommand(program: Command): void {
  const command = program
    .command("copy")
    .summary("copy a chain to another storage")
    .description(DESCRIPTION)
    .addOption(
      new Option("--chain <name>", "chain to copy").choices(CHAIN_NAMES).makeOptionMandatory(),
    )
    .option("--back", "copy from the database to the data folder");
  addStorage(command);
  addConfigFile(command);
  command.action(async () => {
    const { folder, database } = storagesOf(command);
    const { chain, back } = command.opts();
    const [from, to] = [folder, database].map(openDeployment);
    const [source, target] = back ? [to, from] : [from, to];
    if (!source || !target || !(await source.chains()).includes(chain)) {
      throw new Error(`${source?.place} has no data for chain ${chain}`);
    }
    const display = createDisplay(process.stderr);
    console.log(await copyChain(source.chain(chain), target.chain(chain), display));
  });
}
