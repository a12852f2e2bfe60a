import type { CredentialOption, OperationModel, Operations } from "@chainkit/openapi/rules";
import { isIdentifier } from "@chainkit/openapi/rules";
import { literal } from "../operations/literal.ts";
import { areaNames } from "../operations/type-names.ts";

/** URL of the mock. */
export const mockUrl = "http://127.0.0.1:4010";

/**
 * Generates a code sample of an operation: a call with the required parameters, whose values are taken
 * from the examples of the spec, or else generated from its schemas.
 *
 * @param packageName Package of the client.
 * @throws Error if no value of a required parameter can be generated.
 */
export function sample(
  area: string,
  operations: Operations,
  operation: OperationModel,
  packageName = `@chainkit/${area}`,
): string {
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
    `import { ${factory} } from "${packageName}";`,
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

/** Returns the required client options, and the given credentials, with example values. */
export function exampleOptions(
  { options }: Operations,
  baseUrl: string,
  credentials: readonly CredentialOption[] = [],
): Record<string, unknown> {
  const bound = options
    .filter((option) => option.required)
    .map(({ name, parameter }) => [name, parameter.example ?? "…"]);
  const secrets = Object.fromEntries(credentials.map((each) => [each.name, exampleOf(each)]));
  return { baseUrl, ...Object.fromEntries(bound), ...secrets };
}

function exampleOf({ credential }: CredentialOption): unknown {
  const values = {
    bearer: "my-token",
    key: "my-key",
    basic: { username: "me", password: "secret" },
  };
  return values[credential.kind];
}
