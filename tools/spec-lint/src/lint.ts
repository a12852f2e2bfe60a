import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { listAreas, repositoryRoot } from "@chainkit/spec";
import {
  BaseResolver,
  lint,
  lintConfig,
  loadConfig,
  type NormalizedProblem,
} from "@redocly/openapi-core";
import { unusedFiles } from "./unused.ts";

/** The default Redocly configuration. */
export const redoclyConfig: string = join(repositoryRoot, "redocly.yaml");

/**
 * Checks the Redocly configuration, then OpenAPI files by it. Neither telemetry nor update check:
 * no host is asked for anything.
 *
 * @param files Paths of root files.
 * @param configPath Path of the `redocly.yaml` to go by.
 * @returns The problems; those of the configuration alone if it has any, as it is not to be relied on.
 * @throws Error if the configuration cannot be read, names an unknown rule or a missing plugin.
 */
export async function lintSpecs(
  files: readonly string[],
  configPath: string = redoclyConfig,
  externalRefResolver: BaseResolver = new BaseResolver(),
): Promise<NormalizedProblem[]> {
  const config = await loadConfig({ configPath });
  const problems = await lintConfig({ config, severity: "error" });
  if (problems.length > 0 || files.length === 0) {
    return problems;
  }
  for (const ref of files) {
    problems.push(...(await lint({ ref, config, externalRefResolver })));
  }
  // Neither Redocly's check of the configuration nor its lint fails on these.
  const { rules } = config.getUnusedRules();
  if (rules.length > 0) {
    throw new Error(`${configPath}: unknown rule ${rules.join(", ")}`);
  }
  return problems;
}

/**
 * Checks the configuration, every area and flow of a folder, and that each file in it has a use.
 *
 * @param folder A folder laid out as `spec/` is.
 * @param configPath Path of the `redocly.yaml` to go by.
 * @throws Error as `lintSpecs` does.
 */
export async function lintFolder(
  folder: string,
  configPath?: string,
): Promise<NormalizedProblem[]> {
  const resolver = new BaseResolver();
  const files = (await listAreas(folder)).map(({ file }) => file);
  const problems = await lintSpecs([...files, ...(await listFlows(folder))], configPath, resolver);
  return [...problems, ...(await unusedFiles(folder, files, resolver))];
}

/** The Arazzo files of a spec folder. */
async function listFlows(folder: string): Promise<string[]> {
  const flows = join(folder, "flows");
  const files = await readdir(flows).catch(() => [] as string[]);
  return files.filter((file) => file.endsWith(".arazzo.yaml")).map((file) => join(flows, file));
}
