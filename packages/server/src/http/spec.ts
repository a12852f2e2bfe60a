import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  dereference,
  normalize,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type RequestBody,
  readOperations as readDocument,
  type Schema,
} from "@chainkit/openapi";

/** An operation, with how the service treats it. */
export interface OperationSpec extends Operation {
  /** Scopes of tokens that are accepted where one is required. */
  readonly scopes: readonly string[];
  readonly errors: ErrorStyle;
  /**
   * Reads parameters, body and response. Called only if there is a handler, so that operations
   * without a handler may use unsupported features.
   *
   * @throws Error if the service cannot serve the operation.
   */
  readonly content: () => OperationContent;
}

/** What an operation receives and returns; all schemas are without references. */
export interface OperationContent {
  readonly parameters: readonly Parameter[];
  readonly body: (RequestBody & { readonly schema: Schema }) | undefined;
  readonly response: Schema;
}

/** Error format of an area: problem details, response envelope, or GraphQL. */
export type ErrorStyle = "problem" | "envelope" | "graphql";

/** Bundled specs, copied by the build. The path is the same from `src` and `dist`. */
const BUNDLED = new URL("../../dist/specs/", import.meta.url);

/** Reads the bundled documents, one JSON file per area. @throws Error if there are none: the package is not built. */
export async function readOperations(folder: URL = BUNDLED): Promise<OperationSpec[]> {
  const files = await readdir(folder).catch(() => []);
  if (files.length === 0) {
    throw new Error(`no specs in ${fileURLToPath(folder)}: build this package first`);
  }
  const areas = await Promise.all(
    files.map(async (file) => {
      const document: OpenApiDocument = JSON.parse(await readFile(new URL(file, folder), "utf8"));
      return operationsOf(file.replace(/\.json$/, ""), document);
    }),
  );
  return areas.flat();
}

function operationsOf(area: string, source: OpenApiDocument): OperationSpec[] {
  const document = normalize(source);
  return readDocument(document).map((operation) => {
    const { id, security, leftOut, envelope } = operation;
    const unknown = leftOut.find(({ where }) => where === "security");
    if (unknown) {
      // Served to everybody, it would be open to those whom it excludes.
      throw new Error(`${area}: ${id}: ${unknown.what}; declare a bearer token`);
    }
    return {
      ...operation,
      scopes: security.flat().flatMap(({ scopes }) => scopes),
      errors: envelope ? "envelope" : "problem",
      content: () => contentOf(area, document, operation),
    };
  });
}

function contentOf(
  area: string,
  document: OpenApiDocument,
  { id, parameters, body, responses }: Operation,
): OperationContent {
  const success = responses.find(({ status }) => status === "200");
  if (!success) {
    throw new Error(`${area}: ${id} has no response 200; no other success is served`);
  }
  const other = parameters.find((each) => each.in !== "path" && each.in !== "query");
  if (other) {
    throw new Error(`${area}: ${id}: parameter ${other.name} is in ${other.in}, not path or query`);
  }
  const schemaOf = (schema: Schema = {}) => dereference(document, schema);
  return {
    parameters: parameters.map((each) => ({ ...each, schema: schemaOf(each.schema) })),
    body: body && { ...body, schema: schemaOf(body.json?.schema) },
    response: schemaOf(success.media.find(({ isJson }) => isJson)?.schema),
  };
}

/**
 * Converts an OpenAPI path template into a Fastify route.
 *
 * @example
 * routerPath("/v2/{chain_name}/blocks/{block_number}"); // "/v2/:chain_name/blocks/:block_number"
 */
export function routerPath(path: string): string {
  return path.replaceAll(":", "::").replace(/\{([^}]+)\}/g, ":$1");
}

export function methodsOf(method: string): readonly string[] {
  return method === "GET" ? ["GET", "HEAD"] : [method];
}

/** Returns the path of a request target, which may include origin and query. */
export function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
}
