import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProgram, startProgram } from "@chainkit/command";
import { repositoryRoot } from "@chainkit/spec";
import { publishPackages } from "./publish.ts";
import { tagVersions } from "./tag.ts";

const program = createProgram({
  usage: "publish-packages",
  description:
    "Builds, packs and publishes the packages whose version the registry does not have yet, and tags their versions in git.",
})
  .option("--dry-run", "do everything except the upload, and list the contents of each tarball")
  .addHelpText(
    "after",
    "\nPublishing attests provenance and therefore runs in CI: see .github/workflows/release.yml.",
  )
  .action(async ({ dryRun = false }: { dryRun?: boolean }) => {
    const target = await mkdtemp(join(tmpdir(), "chainkit-publish-"));
    try {
      const published = await publishPackages(target, dryRun);
      for (const { name, version, outcome, report } of published) {
        console.log(`${name}@${version}: ${outcome}`);
        if (dryRun) {
          console.log(report);
        }
      }
      if (!dryRun) {
        console.log(await tagVersions(repositoryRoot));
      }
    } finally {
      await rm(target, { recursive: true });
    }
  });

await startProgram("publish-packages", program);
