import type { Operation as Rule } from "@chainkit/runtime";
import {
  asObject,
  isObject,
  jsonTypes,
  type Media,
  type OpenApiDocument,
  type Operation,
  type Pagination,
  propertyOf,
} from "../index.ts";
import type { ParameterModel } from "./model.ts";
import type { Report } from "./problems.ts";

/** Reads `x-pagination`, if the named parameter and fields exist. */
export function readPagination(
  document: OpenApiDocument,
  { pagination, extensions }: Operation,
  parameters: readonly ParameterModel[],
  pages: readonly Media[],
  report: Report,
): Pagination | undefined {
  const members = ["cursorParameter", "cursorField", "itemsField"];
  if (!hasOneOf(extensions["x-pagination"], members)) {
    return undefined;
  }
  const note = (what: string, fix: string) => report("x-pagination", what, fix);
  if (!pagination) {
    note("is incomplete", "name cursorParameter, cursorField and itemsField");
    return undefined;
  }
  const { cursorParameter, cursorField, itemsField } = pagination;
  const cursor = parameters.find((parameter) => parameter.name === cursorParameter);
  if (!cursor) {
    note(`unknown parameter ${cursorParameter}`, "name a parameter of the operation");
  } else if (cursor.rule.in === "header") {
    note(`${cursorParameter} is a header`, "name a query parameter or a field of the body");
  } else if (cursor.rule.required || cursor.rule.option) {
    note(
      `${cursorParameter} is required`,
      "make it optional, because the first page has no cursor",
    );
  }
  if (pages.length !== 1) {
    note(
      `expected one page schema; found ${pages.length}`,
      "document exactly one JSON success response",
    );
    return undefined;
  }
  const page = pages[0]?.schema;
  if (propertyOf(document, page, cursorField) === undefined) {
    note(`a page has no field ${cursorField}`, "name the field that holds the next cursor");
  }
  if (!jsonTypes(document, propertyOf(document, page, itemsField))?.has("array")) {
    note(`a page has no array ${itemsField}`, "name the field that holds the items");
  }
  return pagination;
}

/** Whether an extension is ours: other tools have extensions of the same names. */
function hasOneOf(extension: unknown, members: readonly string[]): boolean {
  return members.some((member) => member in asObject(extension));
}

/** Reads `x-envelope`, if every success response has the named fields. */
export function readEnvelope(
  document: OpenApiDocument,
  { envelope, extensions }: Operation,
  bodies: readonly Media[],
  report: Report,
): Rule["envelope"] | undefined {
  if (
    !hasOneOf(extensions["x-envelope"] ?? document["x-envelope"], ["codeField", "messageField"])
  ) {
    return undefined;
  }
  if (!envelope) {
    report("x-envelope", "is incomplete", "name codeField and messageField");
    return undefined;
  }
  for (const field of [envelope.codeField, envelope.messageField]) {
    if (bodies.some(({ schema }) => propertyOf(document, schema, field) === undefined)) {
      report("x-envelope", `a 2xx body has no field ${field}`, "name a field of every 2xx body");
    }
  }
  return envelope;
}

/** Whether the operation is idempotent. */
export function readIdempotent({ idempotent, extensions }: Operation, report: Report): boolean {
  const stated = extensions["x-idempotent"];
  if (stated !== undefined && !isObject(stated) && typeof stated !== "boolean") {
    report("x-idempotent", "is not a boolean", "write true or false");
  }
  return idempotent;
}
