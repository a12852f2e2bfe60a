import type { BaseResolver, NormalizedProblem } from "@redocly/openapi-core";
import { isObject } from "./node.ts";
import { problem } from "./problem.ts";

/**
 * Finds operations of different areas that have the same id, or the same method and path: one origin serves all
 * areas, and samples, commands and pages of the docs are named by operation id.
 *
 * @param areas Paths of the root files.
 * @param resolver Resolver that was used for linting.
 */
export async function conflictsBetween(
  areas: readonly string[],
  resolver: BaseResolver,
): Promise<NormalizedProblem[]> {
  const owners = new Map<string, string>();
  const problems: NormalizedProblem[] = [];
  for (const file of areas) {
    const document = await resolver.resolveDocument(null, file, true);
    for (const { name, pointer } of document instanceof Error ? [] : names(document.parsed)) {
      const owner = owners.get(name) ?? file;
      owners.set(name, owner);
      if (owner !== file) {
        const message = `Another area has ${name}, too: ${owner.split(/[\\/]/).at(-1)}.`;
        problems.push(
          await problem("chainkit/between-areas", message, { file, pointer, isKey: true }),
        );
      }
    }
  }
  return problems;
}

/** Lists what only one area may have, with the place of each operation. */
function names(document: unknown): { name: string; pointer: string }[] {
  const paths = isObject(document) && isObject(document.paths) ? document.paths : {};
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([method, operation]) => {
      if (!isObject(operation) || !("responses" in operation)) {
        return [];
      }
      const pointer = `#/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}`;
      const route = `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/g, "{}")}`;
      const { operationId: id } = operation;
      return [
        { name: `\`${route}\``, pointer },
        ...(typeof id === "string" ? [{ name: `the operation \`${id}\``, pointer }] : []),
      ];
    }),
  );
}
