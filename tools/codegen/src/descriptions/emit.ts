import { type OpenApiDocument, readOperations } from "@chainkit/openapi";
import type { OperationDescription } from "@chainkit/runtime";
import { docstring } from "../operations/docstring.ts";
import { areaNames } from "../operations/type-names.ts";
import { describe } from "./describe.ts";
import { writeShared } from "./shared.ts";

/**
 * Describes the operations of a client.
 *
 * @param ids Operations of the client.
 */
export function describeAll(
  area: string,
  document: OpenApiDocument,
  ids: ReadonlySet<string>,
): OperationDescription[] {
  return readOperations(document)
    .filter(({ id }) => ids.has(id))
    .map((operation) => describe(document, area, operation));
}

/** Emits descriptions.ts: the description of each operation of a client as data. */
export function emitDescriptions(area: string, described: readonly OperationDescription[]): string {
  const { operations } = areaNames(area);
  const byId = Object.fromEntries(described.map((each) => [each.id, each]));
  const taken = ["JsonSchema", "OperationDescription", "ResponseDescription", operations];
  const { text, constants } = writeShared(byId, taken);
  const doc = docstring([
    "Metadata of each operation: schemas, descriptions, examples and paging.",
  ]);
  const type = `Readonly<Record<keyof ${operations}, OperationDescription>>`;
  return `import type { OperationDescription } from "@chainkit/runtime";
import type { ${operations} } from "./operations.ts";

export type { JsonSchema, OperationDescription, ResponseDescription } from "@chainkit/runtime";

${constants.map((each) => `const ${each.name} = ${each.text} as const;\n\n`).join("")}\
${doc}export const operations: ${type} = ${text};
`;
}
