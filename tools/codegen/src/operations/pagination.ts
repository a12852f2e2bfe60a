import type { PaginationRule } from "@chainkit/runtime";
import type { Document, OperationObject, SchemaOrBoolean } from "../openapi.ts";
import type { Report } from "../problems.ts";
import type { ParameterModel } from "./model.ts";
import { jsonTypes, propertyOf } from "./schema.ts";

/** What `x-pagination` says, provided that the parameter and fields it names are there. */
export function readPagination(
  document: Document,
  operation: OperationObject,
  parameters: readonly ParameterModel[],
  pages: readonly (SchemaOrBoolean | undefined)[],
  report: Report,
): PaginationRule | undefined {
  const stated = operation["x-pagination"];
  if (stated === undefined) {
    return undefined;
  }
  const note = (what: string, mend: string) => report("x-pagination", what, mend);
  const { cursorParameter, cursorField, itemsField } = Object(stated) as Record<string, unknown>;
  if (
    typeof cursorParameter !== "string" ||
    typeof cursorField !== "string" ||
    typeof itemsField !== "string"
  ) {
    note("is incomplete", "name cursorParameter, cursorField and itemsField");
    return undefined;
  }
  const cursor = parameters.find((parameter) => parameter.name === cursorParameter);
  if (!cursor) {
    note(`there is no parameter ${cursorParameter}`, "name a parameter of the operation");
  } else if (cursor.rule.required || cursor.rule.option) {
    note(`${cursorParameter} is always sent`, "make it optional: the first page has no cursor yet");
  }
  if (pages.length !== 1) {
    note(`there are ${pages.length} kinds of page`, "document one JSON success");
    return undefined;
  }
  const [page] = pages;
  if (propertyOf(document, page, cursorField) === undefined) {
    note(`a page has no field ${cursorField}`, "name the field that holds the next cursor");
  }
  if (!jsonTypes(document, propertyOf(document, page, itemsField))?.has("array")) {
    note(`a page has no array ${itemsField}`, "name the field that holds the items");
  }
  return { cursorParameter, cursorField, itemsField };
}
