import { join } from "node:path";
import { listAreas } from "@chainkit/spec";
import { baselineFolder, listReleased } from "./baseline.ts";
import { readBumps } from "./changesets.ts";
import { type Change, compare } from "./compare.ts";

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
 * Compares the contract with the last release, area by area. Breaking changes require a changeset with
 * a major bump of the area's client.
 *
 * @param root Root of a repository with the same layout.
 */
export async function checkRelease(root: string): Promise<AreaCheck[]> {
  const areas = await listAreas(join(root, "spec"));
  const bumps = await readBumps(root);
  const checks = (await listReleased(root)).map(async (area): Promise<AreaCheck> => {
    const base = join(baselineFolder(root), `${area}.json`);
    const file = areas.find(({ name }) => name === area)?.file;
    const changes = file === undefined ? [gone(area)] : await compare(base, file, root);
    const announced = bumps.get(`@chainkit/${area}`) ?? "none";
    const breaks = changes.some(({ impact }) => impact === "major");
    return { area, changes, announced, isRed: breaks && announced !== "major" };
  });
  return Promise.all(checks);
}

function gone(area: string): Change {
  return { impact: "major", message: "the area was removed", place: `spec/${area}.yaml` };
}
