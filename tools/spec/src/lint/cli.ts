import { resolve } from "node:path";
import { createProgram, Option, startProgram } from "@chainkit/command";
import { formatProblems, getTotals, type OutputFormat } from "@redocly/openapi-core";
import { specFolder } from "../areas.ts";
import { lintFolder, lintSpecs, redoclyConfig } from "./lint.ts";

const program = createProgram({
  usage: "node tools/spec/src/lint/cli.ts",
  description:
    "Lints the contract and the Redocly configuration. Exits with 1 if there are problems.",
})
  .argument("[file.yaml...]", "root documents to lint (default: all areas and files of spec/)")
  .option(
    "--format <name>",
    "codeframe, stylish, json, github-actions or another Redocly format",
    process.env.GITHUB_ACTIONS === "true" ? "github-actions" : "codeframe",
  )
  .addOption(
    new Option("--config <file>", "Redocly configuration").default(
      redoclyConfig,
      "redocly.yaml of this repository",
    ),
  )
  .action(async (files: readonly string[], options: { format: string; config: string }) => {
    const config = resolve(options.config);
    const problems =
      files.length > 0 ? await lintSpecs(files, config) : await lintFolder(specFolder, config);
    const format = options.format as OutputFormat;
    formatProblems(problems, { format, totals: getTotals(problems) });
    // Warnings fail too: a rule is either enforced or off.
    if (problems.some(({ ignored }) => !ignored)) {
      process.exitCode = 1;
    } else if (format === "codeframe") {
      console.log("The contract and redocly.yaml are valid.");
    }
  });

await startProgram("lint", program);
