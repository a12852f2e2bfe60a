import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  type Auth,
  dereference,
  normalize,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  readOperations as readDocument,
  type Schema,
} from "@chainkit/openapi";

/** A parameter of the path or of the query. */
export interface ParameterSpec {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  /** With every reference resolved. */
  readonly schema: Schema;
  /** Set for all calls of one client; the same for a whole deployment. */
  readonly bound: boolean;
}

/** A JSON request body. */
export interface BodySpec {
  readonly required: boolean;
  /** With every reference resolved. */
  readonly schema: Schema;
  /** The fields that become parameters of the handler; absent: the body is one, named `body`. */
  readonly fields?: readonly string[];
}

/** An operation, as far as a request can be refused without its content. */
export interface OperationSpec {
  readonly id: string;
  readonly area: string;
  /** Upper case. */
  readonly method: string;
  /** With `{name}` for each path parameter. */
  readonly path: string;
  readonly auth: Auth;
  readonly errors: ErrorStyle;
  /**
   * Parameters, body and response. Read only where there is a handler, so that an operation without
   * one may be of any kind.
   *
   * @throws Error if the service cannot serve such an operation.
   */
  readonly content: () => OperationContent;
}

/** Parameters, body and response of an operation. */
export interface OperationContent {
  readonly parameters: readonly ParameterSpec[];
  readonly body?: BodySpec;
  readonly response: Schema;
}

/** Form of the errors of an area: problem details, the envelope of its responses, or GraphQL. */
export type ErrorStyle = "problem" | "envelope" | "graphql";

/** The specs of this package, put there by its build. Both `src` and `dist` lie beside it. */
const BUNDLED = new URL("../../dist/specs/", import.meta.url);

/**
 * Reads every operation of the contract.
 *
 * @param folder Folder of the bundled documents, one JSON file per area.
 * @throws Error if it is empty: the package is not built.
 */
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

/** The operations of the document of an area. */
function operationsOf(area: string, source: OpenApiDocument): OperationSpec[] {
  const document = normalize(source);
  return readDocument(document).map((operation) => {
    const { id, method, path, auth, envelope } = operation;
    return {
      id,
      area,
      method,
      path,
      auth,
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
    ...(body
      ? {
          body: {
            required: body.required,
            schema: schemaOf(body.json?.schema),
            ...(body.kind === "fields" ? { fields: body.fields.map(({ name }) => name) } : {}),
          },
        }
      : {}),
    response: schemaOf(success.media.find(({ isJson }) => isJson)?.schema),
  };
}

function placeOf(id: string, { name, in: place }: Parameter): "path" | "query" {
  if (place !== "path" && place !== "query") {
    throw new Error(`${id}: parameter ${name} is in ${place}, not path or query`);
  }
  return place;
}
