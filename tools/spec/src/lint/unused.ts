import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { BaseResolver, NormalizedProblem } from "@redocly/openapi-core";
import { registerFile } from "../areas.ts";
import { problemsFile } from "../problems.ts";
import { isObject } from "./node.ts";
import { problem } from "./problem.ts";

const RULE = "chainkit/unused-file";

/**
 * Finds files of a spec folder that no area references, and samples without an operation.
 *
 * @param areas Paths of the root files.
 * @param resolver Resolver that was used for linting, whose cache contains all referenced files.
 */
export async function unusedFiles(
  folder: string,
  areas: readonly string[],
  resolver: BaseResolver,
): Promise<NormalizedProblem[]> {
  const ids = new Set<unknown>();
  for (const area of areas) {
    const document = await resolver.resolveDocument(null, area, true);
    if (!(document instanceof Error)) {
      collectOperationIds(document.parsed, ids);
    }
  }
  // Not part of OpenAPI: the catalogue of errors and the register of open questions.
  const others = [problemsFile, registerFile].map((name) => join(folder, name));
  const read = new Set([...resolver.getFiles(), ...others]);
  const problems: NormalizedProblem[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.name.endsWith(".yaml") && !read.has(file)) {
      problems.push(
        await problem(RULE, "Unused file: no area references it. Reference or delete it.", {
          file,
        }),
      );
    }
    const isSample = entry.parentPath === join(folder, "samples") && entry.name.endsWith(".ts");
    if (isSample && !ids.has(basename(entry.name, ".ts"))) {
      problems.push(
        await problem(RULE, "Unused sample: no operation has this `operationId`.", { file }),
      );
    }
  }
  return problems;
}

function collectOperationIds(document: unknown, ids: Set<unknown>): void {
  const paths = isObject(document) && isObject(document.paths) ? document.paths : {};
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path ?? {}))) {
    if (isObject(operation)) {
      ids.add(operation.operationId);
    }
  }
}
