import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { repositoryRoot } from "../areas.ts";
import { checkExpressions } from "./expressions.ts";

const HELP = `Finds regular expressions of super-linear time. Exits with 1 if there are some, or no expression at all.

Usage: node tools/spec/src/lint/expressions-cli.ts [file.ts …]

  file.ts   default: the code that reads what services, callers and models wrote
  --help    show this help
`;

/** Relative to the repository. */
const DEFAULT_FILES = [
  "packages/{runtime,mcp,cli}/src/**/*.ts",
  "packages/*/src/generated/operations.ts",
];

async function listDefaultFiles(): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(DEFAULT_FILES, { cwd: repositoryRoot })) {
    files.push(join(repositoryRoot, file));
  }
  return files;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" } },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const files = positionals.length > 0 ? positionals : await listDefaultFiles();
  let count = 0;
  const problems: string[] = [];
  for (const file of files) {
    const report = checkExpressions(file, await readFile(file, "utf8"));
    count += report.count;
    problems.push(...report.problems);
  }
  for (const problem of problems) {
    console.error(problem);
  }
  console.log(`${count} regular expressions checked, ${problems.length} slow.`);
  process.exitCode = count > 0 && problems.length === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
