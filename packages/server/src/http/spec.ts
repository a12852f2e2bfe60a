import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Json, resolveIn, targetOf } from "./dereference.ts";

/** A JSON schema with every reference resolved. */
export type Schema = Readonly<Record<string, unknown>>;

/** A parameter of the path or of the query. */
export interface ParameterSpec {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: Schema;
  /** Set for all calls of one client; the same for a whole deployment. */
  readonly bound: boolean;
}

/** One operation, as far as a request can be refused without looking into it. */
export interface OperationSpec {
  readonly id: string;
  readonly area: string;
  /** Upper case. */
  readonly method: string;
  /** With `{name}` for each path parameter. */
  readonly path: string;
  readonly auth: "required" | "optional" | "none";
  readonly errors: ErrorStyle;
  /**
   * What it takes and answers. Read only where there is a handler, so that an operation without one
   * may be of any kind.
   *
   * @throws Error if this service cannot serve such an operation.
   */
  readonly content: () => OperationContent;
}

/** What an operation takes and answers. */
export interface OperationContent {
  readonly parameters: readonly ParameterSpec[];
  /** Schema of the JSON body; absent: the operation takes none. */
  readonly body?: Schema;
  readonly response: Schema;
}

/** How an area answers a request that failed: problem details, or the envelope it always uses. */
export type ErrorStyle = "problem" | "envelope";

/** The specs of this package, put there by its build. Both `src` and `dist` lie beside it. */
const BUNDLED = new URL("../../dist/specs/", import.meta.url);

/**
 * Every operation of the contract.
 *
 * @param folder Where the bundled documents lie, one JSON file per area.
 * @throws Error if there are none: the package is not built.
 */
export async function readOperations(folder: URL = BUNDLED): Promise<OperationSpec[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".json"));
  if (files.length === 0) {
    throw new Error(`no specs in ${fileURLToPath(folder)}: build this package first`);
  }
  const areas = await Promise.all(
    files.sort().map(async (file) => {
      const document: Json = JSON.parse(await readFile(new URL(file, folder), "utf8"));
      return operationsOf(file.replace(/\.json$/, ""), document);
    }),
  );
  return areas.flat();
}

function operationsOf(area: string, document: Json): OperationSpec[] {
  return entries(document.paths).flatMap(([path, node]) => {
    const item = targetOf(document, node);
    return entries(item)
      .filter(([, operation]) => typeof operation.operationId === "string")
      .map(([method, operation]) => readOperation(area, document, path, item, method, operation));
  });
}

function readOperation(
  area: string,
  document: Json,
  path: string,
  item: Json,
  method: string,
  operation: Json,
): OperationSpec {
  const id = String(operation.operationId);
  return {
    id,
    area,
    method: method.toUpperCase(),
    path,
    auth: readAuth(list(operation.security ?? document.security)),
    errors: operation["x-envelope"] || document["x-envelope"] ? "envelope" : "problem",
    content: () => {
      const { parameters, requestBody, responses } = resolveIn(document, operation);
      const all = [...list(resolveIn(document, item.parameters)), ...list(parameters)];
      const success = object(responses)["200"];
      if (success === undefined) {
        throw new Error(`${area}: ${id} has no answer 200; no other success is served`);
      }
      return {
        parameters: all.map((parameter) => readParameter(id, parameter)),
        ...(requestBody ? { body: jsonSchema(object(requestBody)) } : {}),
        response: jsonSchema(object(success)),
      };
    },
  };
}

function readParameter(id: string, parameter: Json): ParameterSpec {
  if (parameter.in !== "path" && parameter.in !== "query") {
    throw new Error(`${id}: parameter ${parameter.name} is in ${parameter.in}, not path or query`);
  }
  return {
    name: String(parameter.name),
    in: parameter.in,
    required: parameter.required === true,
    schema: object(parameter.schema),
    bound: parameter["x-client-option"] !== undefined,
  };
}

function readAuth(security: readonly Json[]): OperationSpec["auth"] {
  const free = security.filter((requirement) => Object.keys(requirement).length === 0);
  if (free.length === security.length) {
    return "none";
  }
  return free.length > 0 ? "optional" : "required";
}

function jsonSchema(holder: Json): Schema {
  return object(object(object(holder.content)["application/json"]).schema);
}

function object(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}

function entries(value: unknown): [string, Json][] {
  return Object.entries(object(value)) as [string, Json][];
}
