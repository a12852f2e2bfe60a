import { listOperations, type OpenApiDocument, readOperation } from "@chainkit/openapi";
import type { Problem, Report } from "../problems.ts";
import { type ClientOption, readClientOptions } from "./client-options.ts";
import { type ClientCredential, readCredentials } from "./credentials.ts";
import type { OperationModel } from "./model.ts";
import { pascalCase } from "./names.ts";
import { modelOf } from "./operation.ts";
import { areaNames, runtimeTypes } from "./type-names.ts";

/** Reserved ids: members of every client, and `then`, which would make it a thenable. */
const reservedIds = ["then", "__proto__"];

/** The operations of a document and their problems. */
export interface Operations {
  readonly operations: readonly OperationModel[];
  readonly options: readonly ClientOption[];
  /** Client options that are credentials. */
  readonly credentials: readonly ClientCredential[];
  readonly problems: readonly Problem[];
  /** Operations that got an id because the document states none: `METHOD /path` by id. */
  readonly invented: ReadonlyMap<string, string>;
}

/**
 * Reads all operations of a document, in its order.
 *
 * @param omit Operations to skip: operation ids, or `METHOD /path`.
 */
export function readOperations(
  document: OpenApiDocument,
  area: string,
  omit: readonly string[],
): Operations {
  const problems: Problem[] = [];
  const operations: OperationModel[] = [];
  const reporter =
    (operation: string, route: string): Report =>
    (where, what, fix) =>
      problems.push({ operation, route, where, what, fix });
  if (!/^3\.[01]\./.test(String(document.openapi))) {
    const what = `is ${JSON.stringify(document.openapi)}`;
    reporter("", "")("openapi", what, "write the spec in OpenAPI 3.0 or 3.1");
  }
  const unknownOmits = new Set(omit);
  const checkId = idChecker(area);
  const ids = new Set<string>();
  const invented = new Map<string, string>();
  for (const entry of listOperations(document)) {
    const { method, path, operationId, isInvented } = entry;
    const route = `${method} ${path}`;
    const names = [route, operationId];
    for (const name of names) {
      unknownOmits.delete(name);
    }
    if (names.some((name) => omit.includes(name))) {
      continue;
    }
    // To omit one of two operations by their id would omit both.
    const report = reporter(ids.has(operationId) ? route : operationId, route);
    ids.add(operationId);
    if (isInvented) {
      invented.set(operationId, route);
    }
    checkId(operationId, isInvented, report);
    try {
      operations.push(modelOf(document, readOperation(document, entry), report));
    } catch (error) {
      const { message } = error as Error;
      if (!message.includes("$ref")) {
        throw error;
      }
      report("", message, "refer to a place in the document: #/components/schemas/Name");
    }
  }
  for (const name of unknownOmits) {
    reporter("", "")(`--omit ${name}`, "unknown operation", "remove it");
  }
  const options = readClientOptions(operations, ({ id, rule }) =>
    reporter(id, `${rule.method} ${rule.path}`),
  );
  const credentials = readCredentials(operations, (operation) =>
    reporter(operation.id, `${operation.rule.method} ${operation.rule.path}`),
  );
  return { operations, options, credentials, problems, invented };
}

/**
 * Creates the check of operation ids. An id names a method and, in PascalCase with a suffix, the types of
 * the operation; both must be unique.
 */
function idChecker(area: string): (id: string, isInvented: boolean, report: Report) => void {
  const { client, operations, options } = areaNames(area);
  const methods = new Set<string>();
  const owners = new Map<string, string>();
  for (const name of ["ApiError", ...runtimeTypes]) {
    owners.set(name, "the runtime");
  }
  for (const name of [client, operations, options]) {
    owners.set(name, "the client");
  }
  return (id, isInvented, report) => {
    const fix = isInvented
      ? "write an operationId; this one is made of method and path"
      : "choose another id";
    const refuse = (what: string) => report("operationId", what, fix);
    const typeName = pascalCase(id);
    const names = ["Params", "Response", "Error", "Item"].map((suffix) => typeName + suffix);
    const taken = names.find((name) => owners.has(name));
    if (reservedIds.includes(id)) {
      refuse("is reserved");
    } else if (methods.has(id)) {
      refuse(`${JSON.stringify(id)} is used twice`);
    } else if (!typeName) {
      refuse("contains no characters that are valid in a name");
    } else if (taken) {
      refuse(`the type ${taken} is already used by ${owners.get(taken)}`);
    }
    methods.add(id);
    for (const name of names) {
      owners.set(name, id);
    }
  };
}
