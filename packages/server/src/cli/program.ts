import { Command } from "commander";
import { readVersion } from "../service/version.ts";
import { addExportCommand, addImportCommand } from "./block-files.ts";
import { addCheckCommand } from "./check.ts";
import { addCopyCommand, addMigrateCommand } from "./database.ts";
import { addDevCommand } from "./dev.ts";
import { addTokenCommands } from "./management.ts";
import { addServeCommand } from "./serve.ts";
import { addStatusCommand } from "./status.ts";
import { addDiscoverCommand, addMetadataCommands } from "./stored-chain.ts";
import { addSubgraphCommands } from "./subgraphs.ts";

const HELP = `
Each option is resolved from, in order of precedence:
  1. the command line            --rate-token 500
  2. the environment             CHAINKIT_RATE_TOKEN=500
  3. the --config file           { "rate-token": 500 }
  4. its default
`;

/**
 * Creates the command-line program. Commands import what does their work when they run: all of it at once would double
 * the time that each takes to start.
 */
export function createProgram(): Command {
  const program = new Command("npx @chainkit/server")
    .description("Serves the chainkit APIs from EVM chain data.")
    .version(readVersion())
    .addHelpText("after", HELP)
    .showHelpAfterError("(see --help for the options)")
    .configureHelp({ showGlobalOptions: true });
  addDevCommand(program);
  addServeCommand(program);
  addCheckCommand(program);
  addImportCommand(program);
  addExportCommand(program);
  addCopyCommand(program);
  addMigrateCommand(program);
  addStatusCommand(program);
  addMetadataCommands(program);
  addDiscoverCommand(program);
  addTokenCommands(program);
  addSubgraphCommands(program);
  return program;
}
