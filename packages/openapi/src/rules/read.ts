import { listOperations, type OpenApiDocument, readOperation } from "../index.ts";
import { type ClientOption, readClientOptions } from "./client-options.ts";
import { type ClientCredential, readCredentials } from "./credentials.ts";
import type { OperationModel } from "./model.ts";
import { modelOf } from "./operation.ts";
import type { Problem, Report } from "./problems.ts";

/** Checks an operation id beyond what every client needs. Returns what is wrong with it; undefined if nothing is. */
export type CheckId = (id: string) => string | undefined;

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
 * Reads the rules of all operations of a document, in its order.
 *
 * @param omit Operations to skip: operation ids, or `METHOD /path`.
 */
export function readRules(
  document: OpenApiDocument,
  omit: readonly string[] = [],
  checkName: CheckId = () => undefined,
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
    const fault = faultOf(operationId, ids) ?? checkName(operationId);
    if (fault !== undefined) {
      const made = "write an operationId; this one is made of method and path";
      report("operationId", fault, isInvented ? made : "choose another id");
    }
    ids.add(operationId);
    if (isInvented) {
      invented.set(operationId, route);
    }
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

function faultOf(id: string, ids: ReadonlySet<string>): string | undefined {
  if (reservedIds.includes(id)) {
    return "is reserved";
  }
  return ids.has(id) ? `${JSON.stringify(id)} is used twice` : undefined;
}
