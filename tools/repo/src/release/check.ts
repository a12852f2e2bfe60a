import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleSpec, listAreas } from "@chainkit/spec";
import { readBumps } from "./changesets.ts";
import { type Change, compare } from "./compare.ts";

/** Folder of the last released contract, with one bundled document per area. */
const baselineFolder = (root: string) => join(root, "spec/released");

/** Saves the current contract as the baseline of the next release. */
export async function writeBaseline(root: string): Promise<void> {
  const folder = baselineFolder(root);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { name, file } of await listAreas(join(root, "spec"))) {
    const document = JSON.stringify(await bundleSpec(file), null, 2);
    await writeFile(join(folder, `${name}.json`), `${document}\n`);
  }
}

/** Changes of an area since the last release. */
export interface AreaCheck {
  readonly area: string;
  readonly changes: readonly Change[];
  /** Bump that the changesets announce for the area's client. */
  readonly announced: string;
  /** Whether there is a breaking change without a major bump. */
  readonly isRed: boolean;
}

/**
 * Compares the contract with the last release, area by area: with nothing before the first one. Breaking changes
 * require a changeset with a major bump of the area's client.
 *
 * @param root Root of a repository with the same layout.
 */
export async function checkRelease(root: string): Promise<AreaCheck[]> {
  const areas = await listAreas(join(root, "spec"));
  const bumps = await readBumps(root);
  const released = await readdir(baselineFolder(root)).catch(() => [] as string[]);
  const checks = released.map(async (base): Promise<AreaCheck> => {
    const area = base.replace(/\.json$/, "");
    const file = areas.find(({ name }) => name === area)?.file;
    const changes: Change[] = file
      ? await compare(join(baselineFolder(root), base), file, root)
      : [{ impact: "major", message: "the area was removed", place: `spec/${area}.yaml` }];
    const announced = bumps.get(`@chainkit/${area}`) ?? "none";
    const breaks = changes.some(({ impact }) => impact === "major");
    return { area, changes, announced, isRed: breaks && announced !== "major" };
  });
  return Promise.all(checks);
}
