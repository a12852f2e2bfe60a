import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { pnpmCommand } from "@chainkit/extras";
import { repositoryRoot } from "@chainkit/spec";

const HELP = `Prints the processor time that the tests of each folder take: unlike the time until they have ended, it hardly
depends on what else the machine does.

usage: test-time [folder …] [--against <checkout>]

  folder                as packages/runtime (default: all that have tests)
  --against <checkout>  another checkout, installed and built: the test files that both have, there and here
  --help                show this
`;

interface Cost {
  readonly files: number;
  readonly seconds: number;
}

/** Lists the test files of a checkout, by folder. */
function testFiles(checkout: string): Map<string, string[]> {
  const args = ["ls-files", "packages/*/test/**.test.ts", "tools/*/test/**.test.ts"];
  const files = execFileSync("git", args, { cwd: checkout, encoding: "utf8" }).trim().split("\n");
  return Map.groupBy(files, (file) => file.split("/").slice(0, 2).join("/"));
}

/** Runs test files of a folder, and returns the user and system time of all processes. */
function measure(checkout: string, folder: string, files: readonly string[]): Cost {
  const [program, ...first] = pnpmCommand();
  const vitest = ["exec", "vitest", "run", "--silent", "--reporter=agent", "--project", folder];
  const { TURBO_HASH: _, ...env } = process.env;
  const scratch = mkdtempSync(join(tmpdir(), "chainkit-test-time-"));
  // What is left when a worker ends is not waited for; the tests write its seconds here.
  const left = join(scratch, "left-seconds");
  const { stdout, stderr } = spawnSync(
    "sh",
    // The shell counts what it has waited for; its last line is about that.
    ["-c", '"$@" >&2; times', "sh", program, ...first, ...vitest, ...files],
    {
      cwd: checkout,
      env: { ...env, CHAINKIT_LEFT_SECONDS: left },
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    },
  );
  if (!/Test Files +\d+ passed \(/.test(stripVTControlCharacters(stderr))) {
    console.error(`${checkout}: tests of ${folder} fail:\n${stderr.slice(-2_000)}`);
  }
  const leftSeconds = existsSync(left) ? readFileSync(left, "utf8").split("\n").map(Number) : [];
  rmSync(scratch, { recursive: true });
  const times = [...(stdout.trim().split("\n").at(-1) ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  const waited = times.map(([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds));
  const seconds = [...waited, ...leftSeconds].reduce((sum, each) => sum + each, 0);
  return { files: files.length, seconds };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { against: { type: "string" }, help: { type: "boolean", short: "h" } },
});

function main(): void {
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const here = testFiles(repositoryRoot);
  const there = values.against === undefined ? undefined : resolve(values.against);
  const others = there === undefined ? undefined : testFiles(there);
  const totals = [0, 0];
  console.log(`| folder | files | ${there ? "before | now" : "seconds"} |`);
  console.log(`| --- | ---: | ---: |${there ? " ---: |" : ""}`);
  const row = (...cells: readonly string[]) => console.log(`| ${cells.join(" | ")} |`);
  for (const folder of positionals.length > 0 ? positionals : here.keys()) {
    const common = others?.get(folder);
    const files = (here.get(folder) ?? []).filter((file) => common?.includes(file) ?? !others);
    if (files.length === 0) {
      continue;
    }
    const checkouts = [...(there === undefined ? [] : [there]), repositoryRoot];
    const costs = checkouts.map((checkout) => measure(checkout, folder, files));
    for (const [at, { seconds }] of costs.entries()) {
      totals[at] = (totals[at] ?? 0) + seconds;
    }
    row(folder, String(files.length), ...costs.map(({ seconds }) => seconds.toFixed(0)));
  }
  row("all", "", ...totals.slice(0, there ? 2 : 1).map((seconds) => seconds.toFixed(0)));
}

main();
