import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createProgram, startProgram } from "@chainkit/command";
import { repositoryRoot } from "../areas.ts";
import { checkExpressions } from "./expressions.ts";

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

const program = createProgram({
  usage: "node tools/spec/src/lint/expressions-cli.ts",
  description:
    "Finds regular expressions of super-linear time. Exits with 1 if there are some, or no expression at all.",
})
  .argument("[file.ts...]", "default: the code that reads what services, callers and models wrote")
  .action(async (files: readonly string[]) => {
    let count = 0;
    const problems: string[] = [];
    for (const file of files.length > 0 ? files : await listDefaultFiles()) {
      const report = checkExpressions(file, await readFile(file, "utf8"));
      count += report.count;
      problems.push(...report.problems);
    }
    for (const problem of problems) {
      console.error(problem);
    }
    console.log(`${count} regular expressions checked, ${problems.length} slow.`);
    process.exitCode = count > 0 && problems.length === 0 ? 0 : 1;
  });

await startProgram("expressions", program);
