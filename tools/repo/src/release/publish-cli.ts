import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { publishPackages } from "./publish.ts";
import { tagVersions } from "./tag.ts";

const HELP = `Builds, packs and publishes the packages whose version the registry does not have yet, and tags their
versions in git.

Usage: publish-packages [--dry-run]

  --dry-run  do everything except the upload, and list the contents of each tarball
  --help     show this help

Publishing attests provenance and therefore runs in CI: see .github/workflows/release.yml.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { "dry-run": { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const target = await mkdtemp(join(tmpdir(), "chainkit-publish-"));
  try {
    for (const { name, version, outcome, report } of await publishPackages(
      target,
      values["dry-run"] ?? false,
    )) {
      console.log(`${name}@${version}: ${outcome}`);
      if (values["dry-run"]) {
        console.log(report);
      }
    }
    if (!values["dry-run"]) {
      console.log(await tagVersions(repositoryRoot));
    }
  } finally {
    await rm(target, { recursive: true });
  }
}

main().catch((error: Error) => {
  console.error(`publish-packages: ${error.message}`);
  process.exitCode = 1;
});
