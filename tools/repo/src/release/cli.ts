import { parseArgs } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { writeBaseline } from "./baseline.ts";
import { checkRelease } from "./check.ts";

const HELP = `Compares the contract with the last release.

Usage: node tools/repo/src/release/cli.ts [check|baseline]

  check      list changes since the last release (default); exit with 1 if one of them is breaking and
             no changeset announces a major version
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
  const [command = "check"] = positionals;
  if (values.help) {
    process.stdout.write(HELP);
  } else if (command === "baseline") {
    await writeBaseline(values.root);
  } else if (command === "check") {
    await check(values.root);
  } else {
    throw new Error(`unknown command ${command}; expected check or baseline`);
  }
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
  console.error(error.message);
  process.exitCode = 1;
});
