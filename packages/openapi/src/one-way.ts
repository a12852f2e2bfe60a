import type { OpenApiDocument } from "./document.ts";
import { itemsOf, type JsonObject } from "./json.ts";
import { propertyOf, schemaOf } from "./schema.ts";

/** Members that the other side of a message never sends: they are required in one direction only. */
const ONE_WAY = { request: "readOnly", response: "writeOnly" } as const;

/** Where a schema is used. */
export type Use = keyof typeof ONE_WAY;

/** Whether a member of a schema, or of its `allOf`, is never sent in a request or a response. */
export function isOneWay(
  use: Use,
  document: OpenApiDocument,
  schema: object,
  name: string,
): boolean {
  return schemaOf(document, propertyOf(document, schema, name))[ONE_WAY[use]] === true;
}

/** Returns the members that a schema requires of a request or a response. */
export function requiredIn(use: Use, document: OpenApiDocument, schema: object): unknown[] {
  const { required } = schema as JsonObject;
  return itemsOf(required).filter((name) => !isOneWay(use, document, schema, String(name)));
}
