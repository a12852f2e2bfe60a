import { type Command, Option } from "commander";
import { UNDO_BLOCKS } from "../chain/profiles.ts";
import { addTrust } from "../config/options.ts";
import { readInteger } from "../config/values.ts";
import { createDisplay } from "../service/display.ts";
import { showDiscovery } from "./discover.ts";
import { addStoredChain, openStoredChain } from "./stored-chain.ts";

const WORKERS = 4;
const SUMMARY =
  "add older blocks to a chain in PostgreSQL, or the tokens in their logs to any chain";
const DESCRIPTION = [
  SUMMARY,
  [
    "Ranges are filled apart from the chain, and attached from the top as soon as they lead up to the",
    "first stored block. The service may keep running, and the command may run on several machines.",
    "An interrupted command is resumed when it is repeated.",
  ].join(" "),
  [
    "With --logs, neither blocks nor transactions are added: the token transfers below the first stored block are read",
    "from the logs, in ranges as long as the node allows. The service that follows the chain then reads the balances,",
    "and afterwards the tokens of all wallets are stated to be complete.",
  ].join(" "),
].join("\n\n");

/** Adds the `backfill` command. */
export function addBackfillCommand(program: Command): void {
  const command = program
    .command("backfill")
    .summary(SUMMARY)
    .description(DESCRIPTION)
    .option("--from <block>", "first block to store", readInteger(0))
    .addOption(
      new Option("--logs", "find the tokens of all wallets, without blocks").conflicts([
        "from",
        "workers",
        "senders",
        "trust",
      ]),
    )
    .option("--workers <n>", "ranges that are filled at the same time", readInteger(1), WORKERS)
    .addOption(
      new Option("--senders <sample|all>", "signatures verified per block")
        .choices(["sample", "all"])
        .default("sample"),
    );
  addStoredChain(command);
  addTrust(command);
  command.action(async () => {
    const { from, workers, senders, logs } = command.opts();
    const { name, location, rpc, profile } = await openStoredChain(command);
    if (logs) {
      return showDiscovery("all wallets", name, location, rpc, "all");
    }
    if (from === undefined) {
      throw new Error("pass --from <block>, or --logs for the tokens alone");
    }
    if (location.kind !== "postgres") {
      throw new Error("a data folder has no ranges: pass --database, or serve with --from");
    }
    const [{ backfillRanges }, { nodeSource }, { openRangeFiller }] = await Promise.all([
      import("../service/backfill-ranges.ts"),
      import("../source/node.ts"),
      import("../store/postgres/range-fill.ts"),
    ]);
    const added = await backfillRanges(
      () => openRangeFiller(location, UNDO_BLOCKS),
      nodeSource(rpc),
      { from, workers, verification: profile.verification, senders },
      createDisplay(process.stderr),
    );
    console.log(`${added} blocks added; the chain is complete from block ${from}`);
  });
}
