import type { Command } from "commander";
import { addTrust } from "../config/options.ts";
import { createDisplay } from "../service/display.ts";
import { addStoredChain, openStoredChain } from "./stored-chain.ts";

const DESCRIPTION = [
  "write the final blocks of a chain into files that others can import",
  [
    "Blocks and receipts are read from the nodes, and have to be those that are stored. The service may keep running.",
    "An interrupted command is resumed when it is repeated; later, it adds what has become final. `import` of the folder",
    "verifies hashes, roots and all signatures again.",
  ].join(" "),
].join("\n\n");

/** Adds the `export` command. */
export function addExportCommand(program: Command): void {
  const command = program
    .command("export")
    .summary("write the final blocks of a chain into files")
    .description(DESCRIPTION)
    .argument("<folder>", "folder to write to");
  addStoredChain(command);
  addTrust(command);
  command.action(async (folder: string) => {
    const [{ exportBlocks }, { nodeSource }] = await Promise.all([
      import("../service/export-blocks.ts"),
      import("../source/node.ts"),
    ]);
    const { rpc, ...chain } = await openStoredChain(command);
    const display = createDisplay(process.stderr);
    console.log(await exportBlocks(chain, nodeSource(rpc), folder, display));
  });
}
