import { type Command, Option } from "commander";
import { CHAIN_NAMES } from "../chains/names.ts";
import { profileOf, type Verification } from "../chains/profiles.ts";
import { addConfigFile, addData, dataPath } from "../config/options.ts";
import { applyBlock } from "../ingest/apply.ts";
import { readBlockFile } from "../source/file.ts";
import { openChainStore } from "../store/sqlite/chain-store.ts";
import { openDataFolder } from "./data-folder.ts";

/** `import`. */
export function addImportCommand(program: Command): void {
  const command = program
    .command("import")
    .description("read blocks from files, each a block and its receipts in JSON-RPC shape")
    .argument("<files...>", "JSON files, gzipped or not")
    .addOption(
      new Option("--chain <name>", "whose blocks they are")
        .choices(CHAIN_NAMES)
        .makeOptionMandatory(),
    );
  addData(command);
  addConfigFile(command);
  command.action(async () => {
    const folder = openDataFolder(dataPath(command));
    const { chain } = command.opts();
    const { verification } = profileOf(chain);
    await importFiles(folder.chainFile(chain), verification, command.args, console.log);
  });
}

/** Adds the blocks of files to a chain, in the order of their numbers. */
export async function importFiles(
  chainFile: string,
  verification: Verification,
  files: readonly string[],
  tell: (line: string) => void,
): Promise<void> {
  const blocks = (await Promise.all(files.map(readBlockFile))).flat();
  blocks.sort((a, b) => Number(a.block.number) - Number(b.block.number));
  const store = openChainStore(chainFile);
  const startedAt = performance.now();
  let added = 0;
  let transactions = 0;
  try {
    for (const source of blocks) {
      if ((await applyBlock(store, source, verification)) === "added") {
        added += 1;
        transactions += source.block.transactions.length;
      }
    }
  } finally {
    store.close();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const known = blocks.length - added;
    tell(`${added} blocks, ${transactions} transactions in ${seconds} s; ${known} left out`);
  }
}
