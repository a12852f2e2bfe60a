import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { formatProblems, getTotals, type OutputFormat } from "@redocly/openapi-core";
import { specFolder } from "../areas.ts";
import { lintFolder, lintSpecs, redoclyConfig } from "./lint.ts";

const HELP = `Lints the contract and the Redocly configuration. Exits with 1 if there are problems.

Usage: node tools/spec/src/lint/cli.ts [options] [file.yaml …]

  file.yaml        root documents to lint (default: all areas and files of spec/)
  --format <name>  codeframe (default), stylish, json, github-actions or another Redocly format
  --config <file>  Redocly configuration (default: redocly.yaml of this repository)
  --help           show this help
`;

async function main(): Promise<void> {
  const inGitHub = process.env.GITHUB_ACTIONS === "true";
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      format: { type: "string", default: inGitHub ? "github-actions" : "codeframe" },
      config: { type: "string", default: redoclyConfig },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const config = resolve(values.config);
  const problems = positionals.length
    ? await lintSpecs(positionals, config)
    : await lintFolder(specFolder, config);
  const format = values.format as OutputFormat;
  formatProblems(problems, { format, totals: getTotals(problems) });
  // Warnings fail too: a rule is either enforced or off.
  if (problems.some(({ ignored }) => !ignored)) {
    process.exitCode = 1;
  } else if (format === "codeframe") {
    console.log("The contract and redocly.yaml are valid.");
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
