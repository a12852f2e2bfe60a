import { readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type BaseResolver,
  lint,
  lintConfig,
  loadConfig,
  type NormalizedProblem,
} from "@redocly/openapi-core";
import { listAreas, repositoryRoot } from "../areas.ts";
import { folderOf, GuardedResolver } from "../reference-guard.ts";
import { lintTogether, problem } from "./together.ts";

/** The default Redocly configuration. */
export const redoclyConfig: string = join(repositoryRoot, "redocly.yaml");

/**
 * Checks the Redocly configuration, then lints OpenAPI files with it. Telemetry and update check are
 * off, so no network is used.
 *
 * @param files Paths of root files.
 * @param configPath Path of the `redocly.yaml`.
 * @returns The problems; only those of the configuration if it has any.
 * @throws Error if the configuration cannot be read, or contains an unknown rule or missing plugin.
 */
export async function lintSpecs(
  files: readonly string[],
  configPath: string = redoclyConfig,
  externalRefResolver: BaseResolver = new GuardedResolver(files.map(folderOf)),
): Promise<NormalizedProblem[]> {
  const config = await loadConfig({ configPath });
  const problems = await lintConfig({ config, severity: "error" });
  if (problems.length > 0 || files.length === 0) {
    return problems;
  }
  for (const ref of files) {
    // Redocly throws on a file that is no document, such as one that is being saved.
    const found = lint({ ref, config, externalRefResolver }).catch(async ({ message }: Error) => [
      await problem("struct", `${message}.`, ref),
    ]);
    problems.push(...(await found));
  }
  // Neither Redocly's check of the configuration nor its lint fails on these.
  const { rules } = config.getUnusedRules();
  if (rules.length > 0) {
    throw new Error(`${configPath}: unknown rule ${rules.join(", ")}`);
  }
  return problems;
}

/**
 * Lints the configuration, and all areas and flows of a folder, and reports conflicts between areas
 * and unused files.
 *
 * @param folder Folder laid out like `spec/`.
 * @param configPath Path of the `redocly.yaml`.
 * @throws Error in the same cases as `lintSpecs`.
 */
export async function lintFolder(
  folder: string,
  configPath?: string,
): Promise<NormalizedProblem[]> {
  const resolver = new GuardedResolver([folder]);
  const files = (await listAreas(folder)).map(({ file }) => file);
  const problems = await lintSpecs([...files, ...(await listFlows(folder))], configPath, resolver);
  return [...problems, ...(await lintTogether(folder, files, resolver))];
}

/** Lists the Arazzo files of a spec folder. */
async function listFlows(folder: string): Promise<string[]> {
  const flows = join(folder, "flows");
  const files = await readdir(flows).catch(() => [] as string[]);
  return files.filter((file) => file.endsWith(".arazzo.yaml")).map((file) => join(flows, file));
}
