import { type Document, methods, type PathItem, resolve } from "../openapi.ts";
import type { Problem, Report } from "../problems.ts";
import { type ClientOption, readClientOptions } from "./client-options.ts";
import type { OperationModel } from "./model.ts";
import { pascalCase } from "./names.ts";
import { readOperation } from "./operation.ts";
import { takenNames } from "./type-names.ts";

/** Members that every client has, or that would make it look like a promise. */
const reservedIds = ["raw", "then", "__proto__"];

/** The operations of a document, and everything that is wrong with them. */
export interface Operations {
  readonly operations: readonly OperationModel[];
  readonly options: readonly ClientOption[];
  /** Whether a client needs a token: always, for some of its operations, or for none. */
  readonly token: "required" | "optional" | undefined;
  readonly problems: readonly Problem[];
}

/**
 * Reads all operations of a document, in its order.
 *
 * @param omit Operations to leave out: operation ids, or `METHOD /path` where there is none.
 */
export function readOperations(
  document: Document,
  area: string,
  omit: readonly string[],
): Operations {
  const problems: Problem[] = [];
  const operations: OperationModel[] = [];
  const reporter =
    (operation: string): Report =>
    (where, what, mend) =>
      problems.push({ operation, where, what, mend });
  const unknownOmits = new Set(omit);
  const names = takenNames(area);
  for (const [path, entry] of Object.entries(document.paths ?? {})) {
    const pathItem = resolve<PathItem>(document, entry);
    for (const method of methods) {
      const operation = pathItem[method];
      if (!operation) continue;
      const route = `${method.toUpperCase()} ${path}`;
      const id = operation.operationId;
      unknownOmits.delete(route);
      if (id !== undefined) unknownOmits.delete(id);
      if (omit.includes(route) || (id !== undefined && omit.includes(id))) continue;
      const report = reporter(id === undefined ? route : `${id} (${route})`);
      if (!id) {
        report(
          "operationId",
          "is missing",
          "give the operation an id: it names the client's method",
        );
        continue;
      }
      checkId(id, operations, names, report);
      operations.push(readOperation(document, path, pathItem, method, id, report));
    }
  }
  for (const name of unknownOmits) {
    reporter(name)("", "there is no such operation to omit", "take the name out of --omit");
  }
  const options = readClientOptions(operations, ({ id, rule }) =>
    reporter(`${id} (${rule.method} ${rule.path})`),
  );
  return { operations, options, token: tokenNeed(operations), problems };
}

function tokenNeed(operations: readonly OperationModel[]): Operations["token"] {
  const auths = operations.map(({ rule }) => rule.auth);
  if (!auths.some(Boolean)) return undefined;
  return auths.every((auth) => auth === "required") ? "required" : "optional";
}

function checkId(
  id: string,
  before: readonly OperationModel[],
  names: Map<string, string>,
  report: Report,
): void {
  if (reservedIds.includes(id)) report("operationId", "is reserved", "choose another id");
  if (before.some((operation) => operation.id === id)) {
    report("operationId", "is used twice", "choose another id");
    return;
  }
  const typeName = pascalCase(id);
  if (!typeName) report("operationId", "holds no letter", "choose another id");
  for (const suffix of ["Params", "Response", "Error", "Item"]) {
    const owner = names.get(typeName + suffix);
    if (owner) {
      report(
        "operationId",
        `the type ${typeName}${suffix} is taken by ${owner}`,
        "choose another id",
      );
    }
    names.set(typeName + suffix, id);
  }
}
