import { readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { parseArgs } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { completeManifest, readRootManifest } from "./manifest.ts";
import { listPackages } from "./packages.ts";

const HELP = `Updates the fields that the manifests of all published packages share with the root manifest.

Usage: manifests [--check]

  --check  change nothing; exit with 1 if a manifest is out of date
  --help   show this help
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { check: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const root = await readRootManifest();
  for (const { folder } of await listPackages()) {
    const file = join(folder, "package.json");
    const now = await readFile(file, "utf8");
    const place = relative(repositoryRoot, folder).replaceAll(sep, "/");
    const complete = completeManifest(JSON.parse(now), place, root);
    const text = `${JSON.stringify(complete, null, 2)}\n`;
    if (JSON.stringify(JSON.parse(now)) === JSON.stringify(complete)) {
      continue;
    }
    const path = relative(repositoryRoot, file);
    if (values.check) {
      console.error(`${path} is not up to date; run: npx --yes pnpm@12 run manifests`);
      process.exitCode = 1;
    } else {
      await writeFile(file, text);
      console.log(`${path}: written`);
    }
  }
}

main().catch((error: Error) => {
  console.error(`manifests: ${error.message}`);
  process.exitCode = 1;
});
