import { VERSION } from "../document.ts";
import {
  listOperations,
  type OpenApiDocument,
  type OperationEntry,
  readOperation,
} from "../index.ts";
import { usableDocument } from "../usable.ts";
import type { OperationModel } from "./model.ts";
import { modelOf } from "./operation.ts";
import {
  type ClientCredential,
  type ClientOption,
  readClientOptions,
  readCredentials,
} from "./options.ts";
import type { Problem, Report } from "./problems.ts";

/** Checks an operation id beyond what every client needs. Returns what is wrong with it; undefined if nothing is. */
export type CheckId = (id: string) => string | undefined;

/** The operations of a document that a client can call, and why it cannot call the others. */
export interface Operations {
  /** The document without what is broken in it. */
  readonly document: OpenApiDocument;
  readonly operations: readonly OperationModel[];
  readonly options: readonly ClientOption[];
  /** Client options that are credentials. */
  readonly credentials: readonly ClientCredential[];
  /** The optional parameters that these operations do without, because nothing can write them. */
  readonly leftOut: readonly Problem[];
  /** Why the other operations cannot be called; those without an operation are about the whole document. */
  readonly problems: readonly Problem[];
  /** Those of the operations that got an id because the document states none: `METHOD /path` by id. */
  readonly invented: ReadonlyMap<string, string>;
}

/**
 * Reads the rules of all operations of a document, in its order.
 *
 * @param omit Operations to skip: operation ids, or `METHOD /path`.
 */
export function readRules(
  stated: OpenApiDocument,
  omit: readonly string[] = [],
  checkName: CheckId = () => undefined,
): Operations {
  const { document, unreadable } = usableDocument(stated);
  const problems: Problem[] = [];
  if (!VERSION.test(String(stated.openapi))) {
    const what = `is ${JSON.stringify(stated.openapi)}`;
    const fix = "write the spec in OpenAPI 3.0 or 3.1";
    problems.push({ operation: "", route: "", where: "openapi", what, fix });
  }
  const isOmitted = (...names: string[]) => names.some((name) => omit.includes(name));
  for (const { method, path, operationId, pointer, what, fix } of unreadable) {
    const route = [method, path].filter(Boolean).join(" ");
    if (!isOmitted(route, operationId)) {
      problems.push({ operation: operationId || route, route, where: pointer, what, fix });
    }
  }
  const entries = listOperations(document);
  const names = new Set([
    ...entries.flatMap(({ method, path, operationId }) => [`${method} ${path}`, operationId]),
    ...unreadable.flatMap(({ method, path, operationId }) => [`${method} ${path}`, operationId]),
  ]);
  for (const name of omit.filter((each) => !names.has(each))) {
    const what = "unknown operation";
    problems.push({ operation: "", route: "", where: `--omit ${name}`, what, fix: "remove it" });
  }
  const kept = entries.filter(
    ({ method, path, operationId }) => !isOmitted(`${method} ${path}`, operationId),
  );
  const read = readModels(document, kept, checkName);
  problems.push(...read.problems);
  const { invented, leftOut } = read;
  return { document, ...withOptions(read.operations, problems), leftOut, problems, invented };
}

/** Reads the models of operations in which nothing is wrong. */
function readModels(
  document: OpenApiDocument,
  entries: readonly OperationEntry[],
  checkName: CheckId,
) {
  const problems: Problem[] = [];
  const operations: OperationModel[] = [];
  const leftOut: Problem[] = [];
  const invented = new Map<string, string>();
  for (const entry of entries) {
    const { method, path, operationId, isInvented } = entry;
    const route = `${method} ${path}`;
    const own: Problem[] = [];
    const report: Report = (where, what, fix) =>
      own.push({ operation: operationId, route, where, what, fix });
    const fault = checkName(operationId);
    if (fault !== undefined) {
      const made = "write an operationId of its own; this one is made of method and path";
      report("operationId", fault, isInvented ? made : "choose another id");
    }
    const operation = readOperation(document, entry);
    const model = modelOf(document, operation, report);
    if (own.length === 0) {
      operations.push(model);
      if (isInvented) {
        invented.set(operationId, route);
      }
      leftOut.push(
        ...operation.leftOut.map((each) => ({ operation: operationId, route, ...each })),
      );
    }
    problems.push(...own);
  }
  return { operations, leftOut, problems, invented };
}

/**
 * Reads the client options of operations, without operations that use one in another way than those before them.
 *
 * @param problems To which those of these operations are added.
 */
function withOptions(
  operations: readonly OperationModel[],
  problems: Problem[],
): Pick<Operations, "operations" | "options" | "credentials"> {
  const refused = new Set<OperationModel>();
  const reporter =
    (operation: OperationModel): Report =>
    (where, what, fix) => {
      refused.add(operation);
      const { id, rule } = operation;
      problems.push({ operation: id, route: `${rule.method} ${rule.path}`, where, what, fix });
    };
  const options = readClientOptions(operations, reporter);
  const credentials = readCredentials(operations, reporter);
  return refused.size === 0
    ? { operations, options, credentials }
    : withOptions(
        operations.filter((operation) => !refused.has(operation)),
        problems,
      );
}
