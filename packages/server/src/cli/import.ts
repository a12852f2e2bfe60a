import { type Command, Option } from "commander";
import { CHAIN_NAMES } from "../chain/names.ts";
import { profileOf } from "../chain/profiles.ts";
import { addConfigFile, addData, addTrust, dataPath } from "../config/options.ts";
import { openDataFolder } from "../service/data-folder.ts";
import { importFiles } from "../service/import-files.ts";

const DESCRIPTION = `read blocks from files, in any order

${[
  "A file is JSON, gzipped or not: a block and its receipts as a node answers eth_getBlockByNumber",
  'and eth_getBlockReceipts, as in { "block": …, "receipts": […] }, or a list of them, or one per line.',
  "All files are looked through before the first block is added; blocks that are there already are",
  "passed over. If one cannot be added, those before it stay, and the import can be run again.",
].join(" ")}`;

/** `import`. */
export function addImportCommand(program: Command): void {
  const command = program
    .command("import")
    .summary("read blocks from files")
    .description(DESCRIPTION)
    .argument("<files...>", "files of blocks")
    .addOption(
      new Option("--chain <name>", "whose blocks they are")
        .choices(CHAIN_NAMES)
        .makeOptionMandatory(),
    );
  addTrust(command);
  addData(command);
  addConfigFile(command);
  command.action(async () => {
    const folder = openDataFolder(dataPath(command));
    const { chain, trust } = command.opts();
    const { verification } = profileOf(chain, trust.includes(chain));
    await importFiles(folder.chainFile(chain), verification, command.args, console.log);
  });
}
