import type { Command } from "commander";
import { profileOf } from "../chain/profiles.ts";
import { addTrust } from "../config/options.ts";
import { addStorage, storageOf } from "../config/storage.ts";
import { createDisplay } from "../service/display.ts";
import { openDeployment } from "../service/open-deployment.ts";
import { addStoredChain, openStoredChain } from "./stored-chain.ts";

const CREATE = [
  "write the final blocks of a chain into a file that others can start from",
  [
    "Blocks and receipts are read from the nodes, and have to be those that are stored. The service may keep running.",
    "An interrupted command is resumed when it is repeated. The file is a tar archive with checksums.",
  ].join(" "),
].join("\n\n");

const RESTORE = [
  "add the blocks of a snapshot to a data folder or database",
  [
    "The checksums of the whole file are compared first; then hashes, roots and all signatures are verified again. An",
    "interrupted command is resumed when it is repeated. Balances and metadata of NFTs are not in the file: the service",
    "reads them once it follows the chain.",
  ].join(" "),
].join("\n\n");

/** Adds the `snapshot` commands. */
export function addSnapshotCommands(program: Command): void {
  const snapshot = program.command("snapshot").description("write and restore verifiable blocks");
  const create = snapshot
    .command("create")
    .summary("write the final blocks of a chain into a file")
    .description(CREATE)
    .argument("<file>", "file to write, such as ethereum.tar");
  addStoredChain(create);
  addTrust(create);
  create.action(async (file: string) => {
    const [{ createSnapshot }, { nodeSource }] = await Promise.all([
      import("../service/create-snapshot.ts"),
      import("../source/node.ts"),
    ]);
    const { rpc, ...chain } = await openStoredChain(create);
    console.log(await createSnapshot(chain, nodeSource(rpc), file, createDisplay(process.stderr)));
  });
  const restore = snapshot
    .command("restore")
    .summary("add the blocks of a snapshot to a data folder or database")
    .description(RESTORE)
    .argument("<file>", "file that snapshot create has written");
  addTrust(restore);
  addStorage(restore);
  restore.action(async (file: string) => {
    const { openSnapshot, restoreSnapshot } = await import("../service/restore-snapshot.ts");
    const deployment = openDeployment(storageOf(restore));
    const opened = await openSnapshot(file);
    try {
      const { chain } = opened.manifest;
      const profile = profileOf(chain, restore.opts().trust.includes(chain));
      const isNew = !(await deployment.chains()).includes(chain);
      const imported = { ...profile, isNew };
      const display = createDisplay(process.stderr);
      const location = deployment.chain(chain);
      console.log(await restoreSnapshot(opened, location, imported, console.log, display));
    } finally {
      await opened.close();
    }
  });
}
