import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createProgram, startProgram } from "@chainkit/command";
import { repositoryRoot } from "@chainkit/spec";
import { npmCommand } from "../extras/index.ts";
import { tagVersions } from "./changesets.ts";
import { assertOwner, readRootManifest } from "./manifest.ts";
import { type PackedPackage, packPackages } from "./pack.ts";

/** Runs npm. */
function npm(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const [program, ...first] = npmCommand("npm");
  return promisify(execFile)(program, [...first, ...args], { maxBuffer: 2 ** 24 });
}

/** Whether the registry has the version of a package. */
async function isThere({ name, version }: PackedPackage): Promise<boolean> {
  try {
    const { stdout } = await npm("view", `${name}@${version}`, "version");
    return stdout.trim() === version;
  } catch (error) {
    if (String((error as { stderr?: string }).stderr).includes("E404")) {
      return false;
    }
    throw error;
  }
}

/** Publishes a package with provenance, unless the registry has it. @returns What to say of it. */
async function publish(one: PackedPackage, isDryRun: boolean): Promise<string> {
  if (!isDryRun && (await isThere(one))) {
    return "already there";
  }
  // Outside of CI, npm rejects provenance even in a dry run.
  const how = isDryRun ? ["--dry-run", "--provenance=false"] : ["--provenance"];
  const { stdout, stderr } = await npm("publish", one.tarball, "--access", "public", ...how);
  return isDryRun ? `dry run\n${stdout}${stderr}` : "published";
}

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
    if (!dryRun) {
      assertOwner(await readRootManifest());
    }
    const target = await mkdtemp(join(tmpdir(), "chainkit-publish-"));
    try {
      for (const one of await packPackages(target)) {
        console.log(`${one.name}@${one.version}: ${await publish(one, dryRun)}`);
      }
      if (!dryRun) {
        console.log(await tagVersions(repositoryRoot));
      }
    } finally {
      await rm(target, { recursive: true });
    }
  });

await startProgram("publish-packages", program);
