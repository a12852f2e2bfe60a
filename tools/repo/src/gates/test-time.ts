import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { createProgram, startProgram, UsageError } from "@chainkit/command";
import { repositoryRoot } from "@chainkit/spec";
import { pnpmCommand } from "../extras/index.ts";
import { compareTests, listTests } from "./common-tests.ts";

const runner = [...pnpmCommand(), "exec"];

/** Lists the test files of a checkout, by folder. */
function testFiles(checkout: string): Map<string, string[]> {
  const args = ["ls-files", "packages/*/test/**.test.ts", "tools/*/test/**.test.ts"];
  const files = execFileSync("git", args, { cwd: checkout, encoding: "utf8" }).trim().split("\n");
  return Map.groupBy(files, (file) => file.split("/").slice(0, 2).join("/"));
}

/**
 * Runs test files of a folder, and returns the user and system time of all processes.
 *
 * @param pattern Matches the full names of the tests to run (default: all).
 */
function measure(
  checkout: string,
  folder: string,
  files: readonly string[],
  pattern?: RegExp,
): number {
  const only = pattern ? [`--testNamePattern=${pattern.source}`] : [];
  const vitest = ["vitest", "run", "--silent", "--reporter=agent", "--project", folder, ...only];
  const { TURBO_HASH: _, ...env } = process.env;
  const scratch = mkdtempSync(join(tmpdir(), "chainkit-test-time-"));
  // What is left when a worker ends is not waited for; the tests write its seconds here.
  const left = join(scratch, "left-seconds");
  const { stdout, stderr } = spawnSync(
    "sh",
    // The shell counts what it has waited for; its last line is about that.
    ["-c", '"$@" >&2; times', "sh", ...runner, ...vitest, ...files],
    {
      cwd: checkout,
      env: { ...env, CHAINKIT_LEFT_SECONDS: left },
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    },
  );
  if (!/Test Files +\d+ passed(?: \| \d+ skipped)? \(/.test(stripVTControlCharacters(stderr))) {
    console.error(`${checkout}: tests of ${folder} fail:\n${stderr.slice(-2_000)}`);
  }
  const leftSeconds = existsSync(left) ? readFileSync(left, "utf8").split("\n").map(Number) : [];
  rmSync(scratch, { recursive: true });
  const times = [...(stdout.trim().split("\n").at(-1) ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  const waited = times.map(([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds));
  return [...waited, ...leftSeconds].reduce((sum, each) => sum + each, 0);
}

/** Finds the tests of files that both checkouts have, as the cells of a table and as a pattern. */
function findCommon(there: string, folder: string, files: readonly string[]) {
  const list = (checkout: string) => listTests(checkout, runner, folder, files);
  const { common, onlyThere, onlyHere, pattern } = compareTests(list(there), list(repositoryRoot));
  return { cells: [common, onlyThere, onlyHere].map(String), pattern };
}

interface Options {
  readonly against?: string;
  readonly common?: true;
}

function compare(folders: readonly string[], { against, common }: Options): void {
  if (common && against === undefined) {
    throw new UsageError("--common needs --against <checkout>");
  }
  const here = testFiles(repositoryRoot);
  const there = against === undefined ? undefined : resolve(against);
  const others = there === undefined ? undefined : testFiles(there);
  const checkouts = [...(there === undefined ? [] : [there]), repositoryRoot];
  const tests = common ? ["tests", "only before", "only now"] : [];
  const times = there === undefined ? ["seconds"] : ["before", "now"];
  const row = (...cells: readonly string[]) => console.log(`| ${cells.join(" | ")} |`);
  const head = ["folder", "files", ...tests, ...times];
  row(...head);
  row(...head.map((_, at) => (at === 0 ? "---" : "---:")));
  const totals = checkouts.map(() => 0);
  for (const folder of folders.length > 0 ? folders : here.keys()) {
    const shared = others?.get(folder);
    const files = (here.get(folder) ?? []).filter((file) => shared?.includes(file) ?? !others);
    if (files.length === 0) {
      continue;
    }
    const { cells = [], pattern } =
      there !== undefined && common ? findCommon(there, folder, files) : {};
    const seconds = checkouts.map((checkout) => measure(checkout, folder, files, pattern));
    for (const [at, each] of seconds.entries()) {
      totals[at] = (totals[at] ?? 0) + each;
    }
    row(folder, String(files.length), ...cells, ...seconds.map((each) => each.toFixed(0)));
  }
  row("all", "", ...tests.map(() => ""), ...totals.map((each) => each.toFixed(0)));
}

const program = createProgram({
  usage: "test-time",
  description:
    "Prints the processor time that the tests of each folder take: unlike the time until they have ended, it hardly depends " +
    "on what else the machine does.",
})
  .argument("[folder...]", "as packages/runtime (default: all that have tests)")
  .option(
    "--against <checkout>",
    "another checkout, installed and built: the test files that both have, there and here",
  )
  .option(
    "--common",
    "of these files, only the tests whose full names both have; prints how many there are",
  )
  .action(compare);

await startProgram("test-time", program);
