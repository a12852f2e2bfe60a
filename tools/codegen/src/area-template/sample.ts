import { literal } from "../operations/literal.ts";
import type { OperationModel } from "../operations/model.ts";
import { isIdentifier } from "../operations/names.ts";
import type { Operations } from "../operations/read.ts";
import { areaNames } from "../operations/type-names.ts";
import { exampleOptions, mockUrl } from "./example-options.ts";

/**
 * Generates a code sample of an operation: a call with the required parameters, whose values are taken
 * from the examples of the spec, or else generated from its schemas.
 *
 * @throws Error if no value of a required parameter can be generated.
 */
export function sample(area: string, operations: Operations, operation: OperationModel): string {
  const { factory } = areaNames(area);
  const { id, rule, credentials } = operation;
  const options = exampleOptions(
    operations,
    mockUrl,
    rule.auth === "required" ? credentials[0] : [],
  );
  const method = isIdentifier(id) ? `client.${id}` : `client[${JSON.stringify(id)}]`;
  const call = `${method}(${exampleParams(operation)})`;
  return [
    `import { ${factory} } from "@chainkit/${area}";`,
    "",
    `const client = ${factory}(${literal(options)});`,
    "",
    ...printed(operation, call),
    "",
  ].join("\n");
}

/** Statements that print the response of a call. */
function printed({ rule }: OperationModel, call: string): string[] {
  if (rule.pagination) {
    return [
      `const items = ${call};`,
      "for await (const item of items) {",
      "  console.log(item);",
      "}",
    ];
  }
  return rule.noContent && !rule.returns
    ? [`const { response } = await ${call}.withResponse();`, "console.log(response.status);"]
    : [`const response = await ${call};`, "console.log(response);"];
}

function exampleParams({ parameters }: OperationModel): string {
  const required = parameters.filter(({ rule }) => rule.required && !rule.option);
  const entries = required.map(({ name, sample }) => [name, sample()]);
  return entries.length > 0 ? literal(Object.fromEntries(entries)) : "";
}
