import { METHODS, type OpenApiDocument } from "./document.ts";
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
  const entries = entriesOf(document.paths).flatMap(([path, entry]) => {
    const pathItem = resolveWithSiblings(document, entry);
    return METHODS.filter((method) => isObject(pathItem[method])).map((method) => {
      const node = asObject(pathItem[method]);
      const stated = textOf(node.operationId);
      return { stated, method: method.toUpperCase(), path, node, pathItem };
    });
  });
  const named = new Set(RESERVED);
  const taken = new Set(entries.map(({ stated }) => stated));
  return entries.map(({ stated, ...entry }): OperationEntry => {
    if (stated !== "" && !named.has(stated)) {
      named.add(stated);
      return { operationId: stated, isInvented: false, ...entry };
    }
    const operationId = unused(inventId(entry.method, entry.path), taken);
    taken.add(operationId);
    return { operationId, isInvented: true, ...entry };
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

/**
 * Makes an operation id of method and path, for an operation that states none: `GET /users/{id}` is
 * `getUsersById`. It depends on nothing else, so that other operations do not change it.
 */
function inventId(method: string, path: string): string {
  const words = [...path.matchAll(/\{([^{}]*)\}|([^{}]+)/g)].flatMap(
    ([, parameter, literal = ""]) =>
      parameter === undefined ? wordsOf(literal) : ["by", ...wordsOf(parameter)],
  );
  const name = (words.length > 0 ? words : ["root"])
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");
  return `${method.toLowerCase()}${name}`;
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
