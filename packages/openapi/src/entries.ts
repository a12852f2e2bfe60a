import { METHODS, type OpenApiDocument } from "./document.ts";
import { inventId } from "./ids.ts";
import { asObject, entriesOf, isObject, type JsonObject, textOf } from "./json.ts";
import { resolveWithSiblings } from "./resolve.ts";

/** Ids that no method of a client can have: one would make it a thenable, and one is a member of every object. */
const RESERVED = ["then", "__proto__"];

/** Location of an operation that has not been read. */
export interface OperationEntry {
  /** `operationId`, or else one made of method and path; no two are equal. */
  readonly operationId: string;
  /** Whether the document states no `operationId`, one that an operation before has, or one that is reserved. */
  readonly isInvented: boolean;
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly node: JsonObject;
  readonly pathItem: JsonObject;
}

/** Lists the operations of a document by path and method, without reading them. */
export function listOperations(document: OpenApiDocument): OperationEntry[] {
  const ids = new Set<string>();
  return entriesOf(document.paths).flatMap(([path, entry]) => {
    const pathItem = resolveWithSiblings(document, entry);
    return METHODS.filter((method) => isObject(pathItem[method])).map((method): OperationEntry => {
      const node = asObject(pathItem[method]);
      const stated = textOf(node.operationId);
      const isInvented = stated === "" || ids.has(stated) || RESERVED.includes(stated);
      const operationId = isInvented ? unused(inventId(method, path), ids) : stated;
      ids.add(operationId);
      return { operationId, isInvented, method: method.toUpperCase(), path, node, pathItem };
    });
  });
}

/** Numbers an id that another operation has, as where paths differ in a slash at their ends. */
function unused(id: string, ids: ReadonlySet<string>): string {
  let free = id;
  for (let number = 2; ids.has(free); number++) {
    free = `${id}${number}`;
  }
  return free;
}
