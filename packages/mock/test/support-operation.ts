import { type OpenApiDocument, type Operation, readOperations } from "@chainkit/openapi";

/** The one operation of a document, `/things/{id}`: a GET, or a POST if it has a body. */
export function operationWith(operation: object, others: object = {}): Operation {
  const method = "requestBody" in operation ? "post" : "get";
  const item = { [method]: { operationId: "getThing", responses: {}, ...operation } };
  const document = { openapi: "3.1.0", paths: { "/things/{id}": item }, ...others };
  const [only] = readOperations(document as OpenApiDocument);
  if (!only) {
    throw new Error("no operation");
  }
  return only;
}
