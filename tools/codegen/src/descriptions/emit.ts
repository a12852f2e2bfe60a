import { type OpenApiDocument, readOperations } from "@chainkit/openapi";
import type { ResponseDescription } from "@chainkit/runtime";
import { docstring } from "../operations/docstring.ts";
import { areaNames } from "../operations/type-names.ts";
import { describe } from "./describe.ts";

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
  const shared = sharedTexts(described.flatMap(([, { responses }]) => Object.values(responses)));
  const entries = described.map(([id, { responses, ...rest }]) => {
    const own = JSON.stringify(rest, null, 2).slice(1, -2);
    const each = Object.entries(responses).map(
      ([status, response]) => `${JSON.stringify(status)}: ${textOf(response, shared)}`,
    );
    return `${JSON.stringify(id)}: {${own},\n"responses": {\n${each.join(",\n")}\n}}`;
  });
  const constants = [...shared].map(
    ([text, name]) => `const ${name}: ResponseDescription = ${text};\n\n`,
  );
  const doc = docstring([
    "Everything that the contract says of each operation: schemas, descriptions, examples, paging.",
  ]);
  const type = `Readonly<Record<keyof ${operations}, OperationDescription>>`;
  const types = ["OperationDescription", ...(constants.length > 0 ? ["ResponseDescription"] : [])];
  return `import type { ${types.join(", ")} } from "@chainkit/runtime";
import type { ${operations} } from "./operations.ts";

export type { JsonSchema, OperationDescription, ResponseDescription } from "@chainkit/runtime";

${constants.join("")}${doc}export const operations: ${type} = {
${entries.join(",\n")},
};
`;
}

/** The texts that several operations share, most of them errors, and a name for each. */
function sharedTexts(responses: readonly ResponseDescription[]): Map<string, string> {
  const texts = responses.map((response) => JSON.stringify(response, null, 2));
  const repeated = new Set(texts.filter((text, at) => texts.indexOf(text) !== at));
  return new Map([...repeated].map((text, at) => [text, `response${at + 1}`]));
}

function textOf(response: ResponseDescription, shared: ReadonlyMap<string, string>): string {
  const text = JSON.stringify(response, null, 2);
  return shared.get(text) ?? text;
}
