import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";

/** Full names of tests, by file. */
export type TestNames = ReadonlyMap<string, readonly string[]>;

/**
 * Lists the tests of files by loading these, because titles of `test.each` and of loops are known only then.
 *
 * @param checkout Root of the repository, installed and built.
 * @param command A program and its arguments, which `vitest` and its own follow.
 */
export function listTests(
  checkout: string,
  command: readonly string[],
  folder: string,
  files: readonly string[],
): TestNames {
  const scratch = mkdtempSync(join(tmpdir(), "chainkit-tests-"));
  try {
    const listed = join(scratch, "tests.json");
    const [program = "", ...first] = command;
    const vitest = ["vitest", "list", `--json=${listed}`, "--no-static-parse", "--project", folder];
    const { status, stderr } = spawnSync(program, [...first, ...vitest, ...files], {
      cwd: checkout,
      encoding: "utf8",
    });
    if (status !== 0) {
      throw new Error(`${checkout}: tests of ${folder} cannot be listed:\n${stderr.slice(-2_000)}`);
    }
    const tests: { name: string; file: string }[] = JSON.parse(readFileSync(listed, "utf8"));
    const byFile = Map.groupBy(tests, ({ file }) => relative(checkout, file).replaceAll(sep, "/"));
    return new Map([...byFile].map(([file, all]) => [file, all.map(({ name }) => name)]));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** What of the tests of the same files two checkouts have in common. */
export interface TestComparison {
  readonly common: number;
  readonly onlyThere: number;
  readonly onlyHere: number;
  /** For `--testNamePattern` in both: matches what both have. */
  readonly pattern: RegExp;
}

/** Compares tests by file and full name: a renamed test is one that only there is, and another that only here is. */
export function compareTests(there: TestNames, here: TestNames): TestComparison {
  const files = [...new Set([...there.keys(), ...here.keys()])];
  const only = (these: TestNames, others: TestNames) =>
    files.flatMap((file) => {
      const known = new Set(others.get(file));
      return [...new Set(these.get(file))].filter((name) => !known.has(name));
    });
  const [onlyThere, onlyHere] = [only(there, here), only(here, there)];
  // The pattern does not see files: a name that one file lost and another has kept is left out of both. It names
  // what is left out, because the command line may not have room for what is not.
  const leftOut = new Set([...onlyThere, ...onlyHere]);
  const common = files.flatMap((file) =>
    [...new Set(here.get(file))].filter((name) => !leftOut.has(name)),
  );
  const alternatives = [...leftOut].map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return {
    common: common.length,
    onlyThere: onlyThere.length,
    onlyHere: onlyHere.length,
    pattern: new RegExp(`^(?!(?:${alternatives.join("|")})$)`),
  };
}
