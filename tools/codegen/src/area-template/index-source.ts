import { readInfo } from "@chainkit/openapi";
import type { GeneratedArea } from "../generate.ts";
import { literal } from "../operations/literal.ts";
import { areaNames } from "../operations/type-names.ts";
import { exampleOptions } from "./example-options.ts";

/** The text of `src/index.ts` of an area's package. */
export function indexSource({ name, document, operations }: GeneratedArea): string {
  const { factory, client, operations: methods, options } = areaNames(name);
  const title = readInfo(document).title || name;
  const needsToken = operations.token === "required";
  const example = Object.entries(exampleOptions(operations, "https://api.example.com", needsToken));
  const lines = example.map(([option, value]) => ` *   ${option}: ${literal(value)},\n`);
  return `import type { Client } from "@chainkit/runtime";
import {
  createClient,
  operations,
  type ${options},
  type ${methods},
} from "./generated/operations.ts";
import type { paths } from "./generated/types.ts";

export { type ApiError, isApiError } from "@chainkit/runtime";
export type * from "./generated/operations.ts";
export type { components, paths } from "./generated/types.ts";

/** Client of the “${title}” API: a method per operation, and openapi-fetch as \`raw\`. */
export type ${client} = Client<paths, ${methods}>;

/**
 * Creates a client of the “${title}” API.
 *
 * @param options Client options.
 * @returns A client that can be shared; it holds no connections.
 * @throws InputError if an option is invalid. No request is sent before the first call.
 * @example
 * const client = ${factory}({
${lines.join("")} * });
 */
export function ${factory}(options: ${options}): ${client} {
  return createClient<paths, ${methods}>(operations, options);
}
`;
}
