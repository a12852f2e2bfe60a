import { METHODS, type OpenApiDocument } from "./document.ts";
import { inventId } from "./ids.ts";
import { asObject, entriesOf, isObject, type JsonObject, textOf } from "./json.ts";
import { resolveWithSiblings } from "./resolve.ts";

/** Location of an operation that has not been read. */
export interface OperationEntry {
  /** `operationId`, or else one made of method and path. */
  readonly operationId: string;
  /** Whether the document states no `operationId`, or one that an operation before has. */
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
      const isInvented = stated === "" || ids.has(stated);
      ids.add(stated);
      const operationId = isInvented ? inventId(method, path) : stated;
      return { operationId, isInvented, method: method.toUpperCase(), path, node, pathItem };
    });
  });
}
