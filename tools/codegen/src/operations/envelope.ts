import type { Operation } from "@chainkit/runtime";
import type { Document, OperationObject, SchemaOrBoolean } from "../openapi.ts";
import type { Report } from "../problems.ts";
import { propertyOf } from "./schema.ts";

/** What `x-envelope` says, of the operation or else of the whole document. */
export function readEnvelope(
  document: Document,
  operation: OperationObject,
  bodies: readonly (SchemaOrBoolean | undefined)[],
  report: Report,
): Operation["envelope"] | undefined {
  const stated = operation["x-envelope"] ?? document["x-envelope"];
  if (stated === undefined) {
    return undefined;
  }
  const { codeField, messageField } = Object(stated) as Record<string, unknown>;
  if (typeof codeField !== "string" || typeof messageField !== "string") {
    report("x-envelope", "is incomplete", "name codeField and messageField");
    return undefined;
  }
  for (const field of [codeField, messageField]) {
    if (bodies.some((body) => propertyOf(document, body, field) === undefined)) {
      report("x-envelope", `a success has no field ${field}`, "name a field of every 2xx body");
    }
  }
  return { codeField, messageField };
}
