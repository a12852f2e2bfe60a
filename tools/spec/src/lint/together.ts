import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { asObject, escaped, listOperations, type OpenApiDocument } from "@chainkit/openapi";
import { type BaseResolver, type NormalizedProblem, Source } from "@redocly/openapi-core";
import { registerFile } from "../areas.ts";
import { problemsFile } from "../problems.ts";

/** Makes a problem that no rule of Redocly reports. @param pointer To the key that is wrong; absent: the whole file. */
export async function problem(
  ruleId: string,
  message: string,
  file: string,
  pointer?: string,
): Promise<NormalizedProblem> {
  const source = new Source(file, await readFile(file, "utf8"));
  const location = [{ source, pointer: pointer ?? "#/", reportOnKey: pointer !== undefined }];
  return { message, ruleId, severity: "error", location, suggest: [] };
}

/**
 * Finds what only shows in all files of a spec folder together: operations of different areas that have the same id, or
 * the same method and path (one origin serves all areas, and samples, commands and pages of the docs are named by
 * operation id); files that no area references; and samples without an operation.
 *
 * @param areas Paths of the root files.
 * @param resolver Resolver that was used for linting, whose cache contains all referenced files.
 */
export async function lintTogether(
  folder: string,
  areas: readonly string[],
  resolver: BaseResolver,
): Promise<NormalizedProblem[]> {
  const problems: NormalizedProblem[] = [];
  const report = async (...found: Parameters<typeof problem>) => {
    problems.push(await problem(...found));
  };
  const ids = new Set<string>();
  const owners = new Map<string, string>();
  for (const file of areas) {
    const read = await resolver.resolveDocument(null, file, true);
    const document = read instanceof Error ? {} : asObject(read.parsed);
    const operations = listOperations(document as OpenApiDocument);
    for (const { operationId, isInvented, method, path } of operations) {
      ids.add(operationId);
      const route = `\`${method} ${path.replaceAll(/\{[^}]*\}/g, "{}")}\``;
      for (const name of isInvented ? [route] : [route, `the operation \`${operationId}\``]) {
        const owner = owners.get(name) ?? file;
        owners.set(name, owner);
        if (owner !== file) {
          const message = `Another area has ${name}, too: ${basename(owner)}.`;
          const place = `#/paths/${escaped(path)}/${method.toLowerCase()}`;
          await report("chainkit/between-areas", message, file, place);
        }
      }
    }
  }
  // Not part of OpenAPI: the catalogue of errors and the register of open questions.
  const others = [problemsFile, registerFile].map((name) => join(folder, name));
  const used = new Set([...resolver.getFiles(), ...others]);
  for (const { name, parentPath } of await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  })) {
    const file = join(parentPath, name);
    if (name.endsWith(".yaml") && !used.has(file)) {
      const message = "Unused file: no area references it. Reference or delete it.";
      await report("chainkit/unused-file", message, file);
    }
    const isSample = parentPath === join(folder, "samples") && name.endsWith(".ts");
    if (isSample && !ids.has(basename(name, ".ts"))) {
      const message = "Unused sample: no operation has this `operationId`.";
      await report("chainkit/unused-file", message, file);
    }
  }
  return problems;
}
