import type { OpenApiDocument } from "./document.ts";
import { asObject, itemsOf, type JsonObject } from "./json.ts";
import { schemaOf } from "./schema.ts";

/** Members that the other side of a message never sends: they are required in one direction only. */
const ONE_WAY = { request: "readOnly", response: "writeOnly" } as const;

/** Where a schema is used. */
export type Use = keyof typeof ONE_WAY;

/** Returns the members that a schema requires of a request or a response. */
export function requiredIn(use: Use, document: OpenApiDocument, schema: object): unknown[] {
  const { required, properties } = schema as JsonObject;
  return itemsOf(required).filter(
    (name) => !schemaOf(document, asObject(properties)[String(name)])[ONE_WAY[use]],
  );
}
