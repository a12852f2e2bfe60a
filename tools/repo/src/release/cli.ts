import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { writeBaseline } from "./baseline.ts";
import { checkRelease } from "./check.ts";

const HELP = `Compares the contract with the last release, and makes the next one.

Usage: node tools/repo/src/release/cli.ts [check|version|baseline]

  check      list changes since the last release (default); exit with 1 if one of them is breaking and
             no changeset announces a major version. As a command: run breaking
  version    check; then set versions and write changelogs from the changesets, delete these, and store
             the baseline. As a command: run release
  baseline   store the current contract in spec/released, as that of the last release

  --root <folder>  root of the repository (default: this one)
  --help           show this help
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      root: { type: "string", default: repositoryRoot },
      help: { type: "boolean", short: "h" },
    },
  });
  const [command = "check", ...others] = positionals;
  if (values.help) {
    process.stdout.write(HELP);
  } else if (others.length > 0) {
    throw new Error(`expected one command; received ${positionals.join(", ")}; see --help`);
  } else if (command === "version") {
    await version(values.root);
  } else if (command === "baseline") {
    await writeBaseline(values.root);
  } else if (command === "check") {
    await check(values.root);
  } else {
    throw new Error(`unknown command ${command}; expected check, version or baseline`);
  }
}

/** Makes a release of the changesets, unless a breaking change is not announced. */
async function version(root: string): Promise<void> {
  await check(root);
  if (process.exitCode) {
    return;
  }
  const changesets = createRequire(import.meta.url).resolve("@changesets/cli/bin.js");
  const { status } = spawnSync(process.execPath, [changesets, "version"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) {
    throw new Error("changeset version has failed; the baseline is that of the last release");
  }
  await writeBaseline(root);
}

async function check(root: string): Promise<void> {
  for (const { area, changes, announced, isRed } of await checkRelease(root)) {
    const count = (impact: string) => changes.filter((change) => change.impact === impact).length;
    const breaking = changes.filter(({ impact }) => impact === "major");
    console.log(
      `${area}: ${breaking.length} breaking, ${count("minor")} additions; announced bump: ${announced}`,
    );
    for (const { message, place } of breaking) {
      console.log(`  ${place}: ${message}`);
    }
    if (!isRed) {
      continue;
    }
    console.error(
      `  Breaking changes of ${area} require a changeset with "@chainkit/${area}": major`,
    );
    process.exitCode = 1;
  }
}

main().catch((error: Error) => {
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
});
