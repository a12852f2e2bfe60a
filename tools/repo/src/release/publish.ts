import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { npmCommand } from "../extras/index.ts";
import { assertOwner, readRootManifest } from "./manifest.ts";
import { type PackedPackage, packPackages } from "./pack.ts";

/** Runs npm. */
function npm(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const [program, ...first] = npmCommand("npm");
  return promisify(execFile)(program, [...first, ...args], { maxBuffer: 2 ** 24 });
}

/** Outcome of publishing a package. */
export interface Published extends PackedPackage {
  readonly outcome: "published" | "already there" | "dry run";
  /** Output of npm about its contents. */
  readonly report: string;
}

/**
 * Packs all packages and publishes the versions that the registry does not have, with provenance.
 *
 * @param target Folder for the tarballs.
 * @param isDryRun Skip the upload; requires neither repository owner nor token.
 * @throws Error if the repository owner is not set, or with the output of npm if it fails.
 */
export async function publishPackages(target: string, isDryRun: boolean): Promise<Published[]> {
  if (!isDryRun) {
    assertOwner(await readRootManifest());
  }
  const published: Published[] = [];
  for (const one of await packPackages(target)) {
    if (!isDryRun && (await isThere(one))) {
      published.push({ ...one, outcome: "already there", report: "" });
      continue;
    }
    // Outside of CI, npm rejects provenance even in a dry run.
    const how = isDryRun ? ["--dry-run", "--provenance=false"] : ["--provenance"];
    const { stdout, stderr } = await npm("publish", one.tarball, "--access", "public", ...how);
    const outcome = isDryRun ? "dry run" : "published";
    published.push({ ...one, outcome, report: stdout + stderr });
  }
  return published;
}

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
