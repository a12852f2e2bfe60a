import { type OpenApiDocument, readInfo } from "@chainkit/openapi";
import type { GeneratedArea } from "../generate.ts";
import { literal } from "../operations/literal.ts";
import { areaNames } from "../operations/type-names.ts";
import { exampleOptions } from "./sample.ts";

/** Text of `src/raw.ts` of an area's package. */
export function rawSource({ name, document }: GeneratedArea): string {
  const { client } = areaNames(name);
  const title = readInfo(document).title || name;
  return `import { type Client, createRaw, type RawOptions } from "@chainkit/runtime/raw";
import type { paths } from "./generated/types.ts";
import type { ${client} } from "./index.ts";

export type { Client, ClientMethod, FetchResponse, RawOptions } from "@chainkit/runtime/raw";

/**
 * Creates an openapi-fetch client of the “${title}” API, for requests that the methods do not
 * cover. It sends through the given client: the same token, timeouts, retries and log.
 *
 * @param client The client to send through.
 * @param options Options of openapi-fetch, such as \`querySerializer\`.
 */
export function raw(client: ${client}, options?: RawOptions): Client<paths> {
  return createRaw<paths>(client, options);
}
`;
}

/** Text of `src/validate.ts` of an area's package. */
export function validateSource({ name, document }: GeneratedArea): string {
  const { factory } = areaNames(name);
  const title = readInfo(document).title || name;
  return `import { createValidation, type Middleware } from "@chainkit/runtime/validate";
import { responseSchemas } from "./generated/response-schemas.ts";

/**
 * Creates middleware for development and tests: a call whose response breaks the contract of the
 * “${title}” API fails with an error of kind \`decode\` that names the field. Requires valibot.
 *
 * @example
 * const client = ${factory}({ …, middleware: [validate()] });
 */
export function validate(): Middleware {
  return createValidation(responseSchemas);
}
`;
}

/** Exports of the runtime for users of an area; the guard for problems only if the area has problems. */
function runtimeExports(document: OpenApiDocument): string {
  const hasProblems = JSON.stringify(document).includes('"application/problem+json"');
  const names = ["type ApiError", "isApiError"];
  names.push(...(hasProblems ? ["isProblem", "type ProblemDetails"] : []));
  return `export { ${names.join(", ")} } from "@chainkit/runtime";`;
}

/** Text of `src/index.ts` of an area's package. */
export function indexSource({ name, document, operations }: GeneratedArea): string {
  const { factory, client, operations: methods, options } = areaNames(name);
  const title = readInfo(document).title || name;
  const needed = operations.credentials.filter(({ required }) => required);
  const example = Object.entries(exampleOptions(operations, "https://api.example.com", needed));
  const lines = example.map(([option, value]) => ` *   ${option}: ${literal(value)},\n`);
  return `import { createClient } from "@chainkit/runtime";
import {
  operations,
  parts,
  type ${options},
  type ${methods},
} from "./generated/operations.ts";

${runtimeExports(document)}
export type * from "./generated/operations.ts";
export type { components, paths } from "./generated/types.ts";

/** Client of the “${title}” API: a method per operation. */
export interface ${client} extends ${methods} {}

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
  return createClient<${methods}>(operations, options, parts);
}
`;
}
