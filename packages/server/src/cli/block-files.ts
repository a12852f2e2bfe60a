import type { Command } from "commander";
import { profileOf } from "../chain/profiles.ts";
import { chainOption } from "../config/chain-values.ts";
import { addTrust } from "../config/options.ts";
import { addStorage, storageOf } from "../config/storage.ts";
import { createDisplay } from "../service/display.ts";
import { openStorage } from "../service/storage.ts";
import { addStoredChain, openStoredChain } from "./stored-chain.ts";

const IMPORT_DESCRIPTION = `import blocks from files, or from standard input (-)

${[
  'A file is JSON, optionally gzipped: { "block": …, "receipts": […] }, with the results of',
  "eth_getBlockByNumber (full transactions) and eth_getBlockReceipts; an array of these; or one per line.",
  "Files are sorted by the number of their first block; within a file, block numbers ascend.",
  "Blocks that are already stored are skipped;",
  "older blocks are added if they lead up to the oldest stored one. A gap is refused, with the missing blocks.",
  "If a block is invalid, the import stops; the blocks before it are kept, and the import can be repeated.",
].join(" ")}`;

export function addImportCommand(program: Command): void {
  const command = program
    .command("import")
    .summary("import blocks from files or standard input")
    .description(IMPORT_DESCRIPTION)
    .argument("<files...>", "block files, folders of them, or - for standard input")
    .addOption(chainOption("chain of the blocks").makeOptionMandatory());
  addTrust(command);
  addStorage(command);
  command.action(async () => {
    const folder = openStorage(storageOf(command));
    const { chain, trust } = command.opts();
    const profile = profileOf(chain, trust.includes(chain));
    // If they cannot be listed, e.g. because the database of another chain is down, it may exist.
    const stored = await folder.chains().catch(() => [chain]);
    const imported = { ...profile, isNew: !stored.includes(chain) };
    const { importFiles } = await import("../service/import.ts");
    await importFiles(folder.chain(chain), imported, command.args, console.log);
  });
}

const EXPORT_DESCRIPTION = [
  "write the final blocks of a chain into files that others can import",
  [
    "Blocks and receipts are read from the nodes, and have to be those that are stored. The service may keep running.",
    "An interrupted command is resumed when it is repeated; later, it adds what has become final. `import` of the folder",
    "verifies hashes, roots and all signatures again.",
  ].join(" "),
].join("\n\n");

export function addExportCommand(program: Command): void {
  const command = program
    .command("export")
    .summary("write the final blocks of a chain into files")
    .description(EXPORT_DESCRIPTION)
    .argument("<folder>", "folder to write to");
  addStoredChain(command);
  addTrust(command);
  command.action(async (folder: string) => {
    const [{ exportBlocks }, { nodeSource }] = await Promise.all([
      import("../service/export-blocks.ts"),
      import("../source/node.ts"),
    ]);
    const { rpc, location, profile } = await openStoredChain(command);
    const display = createDisplay(process.stderr);
    console.log(await exportBlocks(location, profile, nodeSource(rpc), folder, display));
  });
}
