import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  dereference,
  normalize,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  readOperations as readDocument,
  type Schema,
} from "@chainkit/openapi";

export interface ParameterSpec {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  /** Schema without references. */
  readonly schema: Schema;
  /** Client option that sets it for all calls; constant per deployment. */
  readonly bound: boolean;
}

/** A JSON request body. */
export interface BodySpec {
  readonly required: boolean;
  /** Schema without references. */
  readonly schema: Schema;
  /** Fields that become parameters of the handler; undefined: the whole body is a parameter named `body`. */
  readonly fields: readonly string[] | undefined;
}

/** An operation without its parameters, body and response. */
export interface OperationSpec extends Pick<Operation, "id" | "method" | "path" | "auth"> {
  readonly area: string;
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

export interface OperationContent {
  readonly parameters: readonly ParameterSpec[];
  readonly body: BodySpec | undefined;
  readonly response: Schema;
}

/** Error format of an area: problem details, response envelope, or GraphQL. */
export type ErrorStyle = "problem" | "envelope" | "graphql";

/** Bundled specs, copied by the build. The path is the same from `src` and `dist`. */
const BUNDLED = new URL("../../dist/specs/", import.meta.url);

/** Reads the bundled documents, one JSON file per area. @throws Error if there are none: the package is not built. */
export async function readOperations(folder: URL = BUNDLED): Promise<OperationSpec[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".json"));
  if (files.length === 0) {
    throw new Error(`no specs in ${fileURLToPath(folder)}: build this package first`);
  }
  const areas = await Promise.all(
    files.sort().map(async (file) => {
      const document: OpenApiDocument = JSON.parse(await readFile(new URL(file, folder), "utf8"));
      return operationsOf(file.replace(/\.json$/, ""), document);
    }),
  );
  return areas.flat();
}

function operationsOf(area: string, source: OpenApiDocument): OperationSpec[] {
  const document = normalize(source);
  return readDocument(document).map((operation) => {
    const { id, method, path, auth, security, leftOut, envelope } = operation;
    const unknown = leftOut.find(({ where }) => where === "security");
    if (unknown) {
      // Served to everybody, it would be open to those whom it excludes.
      throw new Error(`${area}: ${id}: ${unknown.what}; declare a bearer token`);
    }
    return {
      id,
      area,
      method,
      path,
      auth,
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
  const schemaOf = (schema: Schema = {}) => dereference(document, schema);
  return {
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      in: placeOf(id, parameter),
      required: parameter.required,
      schema: schemaOf(parameter.schema),
      bound: parameter.clientOption !== undefined,
    })),
    body: body && {
      required: body.required,
      schema: schemaOf(body.json?.schema),
      fields: body.kind === "fields" ? body.fields.map(({ name }) => name) : undefined,
    },
    response: schemaOf(success.media.find(({ isJson }) => isJson)?.schema),
  };
}

function placeOf(id: string, { name, in: place }: Parameter): "path" | "query" {
  if (place !== "path" && place !== "query") {
    throw new Error(`${id}: parameter ${name} is in ${place}, not path or query`);
  }
  return place;
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

/** Creates a matcher of request paths (without query) for a path template. */
export function pathMatcher(path: string): (requested: string) => boolean {
  const parts = path.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`^${parts.join("[^/]+")}$`);
  return (requested) => pattern.test(requested);
}

export function methodsOf(method: string): readonly string[] {
  return method === "GET" ? ["GET", "HEAD"] : [method];
}

/** Returns the path of a request target, which may include origin and query. */
export function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
}
