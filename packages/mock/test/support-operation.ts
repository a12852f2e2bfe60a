import { type OpenApiDocument, type Operation, readOperations } from "@chainkit/openapi";

/** The one operation of a document, `GET /things/{id}`. */
export function operationWith(operation: object, others: object = {}): Operation {
  const get = { operationId: "getThing", responses: {}, ...operation };
  const document = { openapi: "3.1.0", paths: { "/things/{id}": { get } }, ...others };
  const [only] = readOperations(document as OpenApiDocument);
  if (!only) {
    throw new Error("no operation");
  }
  return only;
}
