import { type OpenApiDocument, readOperations } from "@chainkit/openapi";
import { docstring } from "../operations/docstring.ts";
import { areaNames } from "../operations/type-names.ts";
import { describe } from "./describe.ts";
import { writeShared } from "./shared.ts";

/**
 * The text of descriptions.ts: what the contract says of each operation of a client, as data.
 *
 * @param ids Operations that the client has.
 */
export function emitDescriptions(
  area: string,
  document: OpenApiDocument,
  ids: ReadonlySet<string>,
): string {
  const { operations } = areaNames(area);
  const described = readOperations(document)
    .filter(({ id }) => ids.has(id))
    .map((operation) => [operation.id, describe(document, area, operation)] as const);
  const taken = ["JsonSchema", "OperationDescription", "ResponseDescription", operations];
  const { text, constants } = writeShared(Object.fromEntries(described), taken);
  const doc = docstring([
    "Everything that the contract says of each operation: schemas, descriptions, examples, paging.",
  ]);
  const type = `Readonly<Record<keyof ${operations}, OperationDescription>>`;
  return `import type { OperationDescription } from "@chainkit/runtime";
import type { ${operations} } from "./operations.ts";

export type { JsonSchema, OperationDescription, ResponseDescription } from "@chainkit/runtime";

${constants.map((each) => `const ${each.name} = ${each.text} as const;\n\n`).join("")}\
${doc}export const operations: ${type} = ${text};
`;
}
