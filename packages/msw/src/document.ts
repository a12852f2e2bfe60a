import {
  checkDocument,
  listOperations,
  type OperationEntry,
  pathRank,
  readOperation,
  usableDocument,
} from "@chainkit/openapi";
import { readApi } from "@chainkit/openapi/api";
import { type HttpHandler, http } from "msw";
import { type Handled, handlerOf, methodOf, rest, send } from "./handlers.ts";
import { atLoss } from "./refusal.ts";
import { readerOf } from "./request.ts";
import { absolute, routeOf } from "./route.ts";
import type { DocumentOptions } from "./types.ts";

/**
 * Creates MSW handlers for every operation of any OpenAPI 3.0 or 3.1 document, as `handlers` does for the areas.
 * Operations that they do not support get a 501 that says why.
 *
 * @param document Document in which every `$ref` is internal.
 * @throws Error if it is not an OpenAPI document, or an option names an operation that does not exist.
 * @example
 * const server = setupServer(...handlersOf(document, { responses: { getUser: notFound() } }));
 */
export function handlersOf(
  document: Readonly<Record<string, unknown>>,
  options: DocumentOptions = {},
): HttpHandler[] {
  const { responses = {}, all, onInvalidRequest } = options;
  const api = readApi("document", checkDocument("handlersOf", document), true);
  const base = absolute(options.baseUrl ?? api.baseUrl ?? "");
  const { document: usable, unreadable } = usableDocument(document);
  const known = [...listOperations(usable), ...unreadable];
  const unknown = Object.keys(responses).find(
    (id) => !known.some((each) => each.operationId === id),
  );
  if (unknown !== undefined) {
    const expected = known.map(({ operationId }) => operationId).join(", ");
    throw new Error(`handlersOf: unknown operation ${unknown}; expected one of ${expected}`);
  }
  const entries = new Map(listOperations(usable).map((entry) => [entry.operationId, entry]));
  const shapes = api.rules.operations.map(({ rule }) => shapeOf(rule));
  const handled = api.rules.operations.map((model): Handled => {
    const { id } = model;
    const operation = api.describe(id);
    const { [id]: override = all } = responses;
    const credentials = model.credentials.map((options) => options.map((each) => each.credential));
    const read = readOperation(usable, entries.get(id) as OperationEntry);
    return {
      operation,
      route: routeOf(base, operation),
      override,
      credentials,
      isAmbiguous: shapes.filter((each) => each === shapeOf(operation)).length > 1,
      read: readerOf(usable, read, base, credentials),
    };
  });
  const accepted = handled.map((each) => ({
    path: each.operation.path,
    handler: handlerOf(each, onInvalidRequest),
  }));
  const refused = known.flatMap(({ operationId, method, path }) => {
    const reason = api.refused.get(operationId) ?? api.refused.get(`${method} ${path}`);
    // No `fetch` sends what MSW has no function for.
    const isSent = Object.hasOwn(http, method.toLowerCase());
    const route = routeOf(base, { path });
    return isSent && reason ? [{ path, handler: refusing(route, method, reason) }] : [];
  });
  const sorted = [...accepted, ...refused].sort((one, other) =>
    pathRank(one.path).localeCompare(pathRank(other.path)),
  );
  return [...sorted.map(({ handler }) => handler), rest(base, onInvalidRequest)];
}

/** Method and path without the names of its parameters. */
function shapeOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, "{}")}`;
}

function refusing(pattern: RegExp, method: string, reason: string): HttpHandler {
  return http[methodOf(method)](pattern, () => {
    console.error(`[@chainkit/msw] ${reason}`);
    return send(atLoss(reason));
  });
}
