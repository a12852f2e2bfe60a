import type { OperationModel } from "@chainkit/openapi/rules";
import { pascalCase } from "@chainkit/openapi/rules";
import type { ParameterRule } from "@chainkit/runtime";

/** Names that operations.ts imports from the runtime. */
export const runtimeTypes = [
  "ApiCall",
  "ApiErrorOf",
  "BasicSource",
  "CallOptions",
  "ClientOptions",
  "EnvelopeOptions",
  "EventStream",
  "OperationTable",
  "PagedCall",
  "Parts",
  "TokenSource",
  "WriteCall",
] as const;

/**
 * Types of the runtime that a client package exports. What a client returns consists of them: a library
 * that exports a client, a result or an error can name them without a dependency on the runtime.
 */
export const exportedTypes: readonly string[] = [
  "AbortedError",
  "ApiCall",
  "ApiErrorOf",
  "ApiResponse",
  "CallOptions",
  "ClientOptions",
  "Coverage",
  "DecodeError",
  "EnvelopeError",
  "ErrorStatus",
  "Fetch",
  "HttpError",
  "InputError",
  "Logger",
  "Middleware",
  "NetworkError",
  "PagedCall",
  "PaginationError",
  "Result",
  "RetryOptions",
  "TimeoutError",
  "TokenSource",
  "WriteCall",
];

/** Parameter keywords that the runtime checks in addition to the type. */
const schemaKeywords = ["minimum", "maximum", "pattern", "enum"];

/** Parameter types that every client can check. */
const plainTypes = ["string", "integer", "boolean"];

const hasParameter = (isMeant: (rule: ParameterRule) => boolean) => (operation: OperationModel) =>
  operation.parameters.some(({ rule }) => isMeant(rule));

/** Parts of the runtime, and the condition under which an operation uses them; later ones replace earlier ones. */
export const runtimeParts: readonly [string, (operation: OperationModel) => boolean][] = [
  ["bodies", ({ rule }) => rule.body !== undefined && rule.bodyFormat === undefined],
  ["coverages", ({ rule }) => rule.coverage !== undefined],
  ["envelopes", ({ rule }) => rule.envelope !== undefined],
  ["listings", ({ rule }) => rule.pagination !== undefined],
  ["queries", hasParameter((rule) => rule.in === "query")],
  ["results", ({ rule }) => rule.returns !== undefined || rule.noContent === true],
  ["schemas", hasParameter((rule) => schemaKeywords.some((keyword) => keyword in rule))],
  ["tokens", ({ rule }) => rule.auth !== undefined],
  ["types", hasParameter(({ type = "string" }) => !plainTypes.includes(String(type)))],
  ["styles", hasParameter(({ style }) => style !== undefined)],
  ["contents", ({ rule }) => rule.content !== undefined || rule.events !== undefined],
  ["forms", ({ rule }) => rule.bodyFormat !== undefined],
  ["servers", ({ rule }) => rule.server !== undefined],
];

/** Returns the names derived from the area. */
export function areaNames(area: string) {
  const name = pascalCase(area);
  return {
    type: name,
    key: name.charAt(0).toLowerCase() + name.slice(1),
    factory: `create${name}Client`,
    client: `${name}Client`,
    operations: `${name}Operations`,
    options: `${name}ClientOptions`,
  };
}
