import { spawnSync } from "node:child_process";
import { Argument, createProgram, Option, startProgram } from "@chainkit/command";
import { repositoryRoot } from "@chainkit/spec";
import { changesets } from "./changesets.ts";
import { checkRelease, writeBaseline } from "./check.ts";

/** Makes a release of the changesets, unless a breaking change is not announced. */
async function version(root: string): Promise<void> {
  await check(root);
  if (process.exitCode) {
    return;
  }
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

const actions = { check, version, baseline: writeBaseline };

const program = createProgram({
  usage: "node tools/repo/src/release/cli.ts",
  description: "Compares the contract with the last release, and makes the next one.",
})
  .addArgument(
    new Argument("[command]", "see below").choices(Object.keys(actions)).default("check"),
  )
  .addOption(
    new Option("--root <folder>", "root of the repository").default(repositoryRoot, "this one"),
  )
  .addHelpText(
    "after",
    `
check      list changes since the last release; exit with 1 if one of them is breaking and no changeset announces
           a major version. As a command: run breaking
version    check; then set versions and write changelogs from the changesets, delete these, and store the baseline.
           As a command: run release
baseline   store the current contract in spec/released, as that of the last release`,
  )
  .action((command: keyof typeof actions, { root }: { root: string }) => actions[command](root));

await startProgram("release", program);
