import type { OperationDescription } from "@chainkit/runtime";
import { docstring } from "../operations/docstring.ts";
import { areaNames } from "../operations/type-names.ts";
import { writeShared } from "./shared.ts";

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
