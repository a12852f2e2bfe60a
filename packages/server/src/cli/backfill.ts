import { type Command, Option } from "commander";
import { profileOf, UNDO_BLOCKS } from "../chain/profiles.ts";
import { type HeaderSetting, readChains, readHeaders } from "../config/chain-values.ts";
import { addConfigFile, addSetting, addTrust } from "../config/options.ts";
import { addStorage, storageOf } from "../config/storage.ts";
import { readInteger } from "../config/values.ts";
import { backfillRanges } from "../service/backfill-ranges.ts";
import { createDisplay } from "../service/display.ts";
import { openDeployment } from "../service/open-deployment.ts";
import { assertChainIds } from "../source/chain-id.ts";
import { createRpcClient } from "../source/json-rpc.ts";
import { nodeSource } from "../source/node.ts";

const WORKERS = 4;
const DESCRIPTION = [
  "add older blocks to a chain in PostgreSQL, in several ranges at the same time",
  [
    "Ranges are filled apart from the chain, and attached from the top as soon as they lead up to the",
    "first stored block. The service may keep running, and the command may run on several machines.",
    "An interrupted command is resumed when it is repeated.",
  ].join(" "),
].join("\n\n");

/** Adds the `backfill` command. */
export function addBackfillCommand(program: Command): void {
  const command = program
    .command("backfill")
    .summary("add older blocks to a chain in PostgreSQL")
    .description(DESCRIPTION)
    .addOption(
      new Option("--from <block>", "first block to store")
        .argParser(readInteger(0))
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--workers <n>", "ranges that are filled at the same time")
        .argParser(readInteger(1))
        .default(WORKERS),
    )
    .addOption(
      new Option("--senders <sample|all>", "signatures verified per block")
        .choices(["sample", "all"])
        .default("sample"),
    );
  addSetting(command, "--chain <name=url,...>", "chain and its JSON-RPC URLs", (option) =>
    option.argParser(readChains).makeOptionMandatory(),
  );
  addSetting(command, "--rpc-header <name: value>", "request header for nodes; secret", (option) =>
    option.argParser(readHeaders),
  );
  addTrust(command);
  addStorage(command);
  addConfigFile(command);
  command.action(async () => {
    const deployment = openDeployment(storageOf(command));
    const { chain, from, workers, senders, trust, rpcHeader = [] } = command.opts();
    const [{ name, urls }, ...others] = chain;
    if (others.length > 0) {
      throw new Error("--chain: expected exactly one chain");
    }
    const location = deployment.chain(name);
    if (location.kind !== "postgres") {
      throw new Error("a data folder has no ranges: pass --database, or serve with --from");
    }
    if (!(await deployment.chains()).includes(name)) {
      throw new Error(`${deployment.place} has no data for chain ${name}: serve it first`);
    }
    const { verification, chainId } = profileOf(name, trust.includes(name));
    const headers = Object.fromEntries(
      (rpcHeader as HeaderSetting[]).map((each) => [each.name, each.value]),
    );
    await assertChainIds(name, urls, chainId, headers);
    const { openRangeFiller } = await import("../store/postgres/range-fill.ts");
    const added = await backfillRanges(
      () => openRangeFiller(location, UNDO_BLOCKS),
      nodeSource(createRpcClient(urls, undefined, { headers, chainId })),
      { from, workers, verification, senders },
      createDisplay(process.stderr),
    );
    console.log(`${added} blocks added; the chain is complete from block ${from}`);
  });
}
