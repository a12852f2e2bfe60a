import { readFileSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import { addStorage, existingStorageOf, storageOf } from "../config/storage.ts";
import {
  exportManagement,
  importManagement,
  parseManagement,
} from "../service/management-document.ts";
import { openDeployment } from "../service/open-deployment.ts";

const SECRET = "It has the key of cursors and the hashes of tokens: keep it as you keep the data.";

/** Adds the `management export|import` commands. */
export function addManagementCommands(program: Command): void {
  const group = program
    .command("management")
    .description(
      "write subgraph versions, tags, tokens and the key of cursors to a file, and read it",
    );
  const write = group
    .command("export")
    .summary("write management data as JSON")
    .description(`write management data as JSON\n\n${SECRET}`)
    .argument("[file]", "file to write; default: standard output");
  addStorage(write);
  write.action(async (file: string | undefined) => {
    const document = await exportManagement(openDeployment(existingStorageOf(write)));
    const text = `${JSON.stringify(document, undefined, 2)}\n`;
    if (file === undefined) {
      process.stdout.write(text);
    } else {
      writeFileSync(file, text, { mode: 0o600 });
    }
  });
  const read = group
    .command("import")
    .description("read management data into a place without any")
    .argument("<file>", "file of `management export`; - for standard input");
  addStorage(read);
  read.action(async (file: string) => {
    const document = parseManagement(readFileSync(file === "-" ? 0 : file, "utf8"), file);
    console.log(await importManagement(openDeployment(storageOf(read)), document));
  });
}
