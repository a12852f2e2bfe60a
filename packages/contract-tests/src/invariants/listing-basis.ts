import { asObject } from "@chainkit/openapi";
import { keywordsOf } from "../schema/walk.ts";
import type { Listing } from "./listing.ts";

/** What the contract says about the cursor of a listing. */
export function cursorBasis({ operation, cursorParameter }: Listing): string {
  const parameter = operation.parameters.find(({ name }) => name === cursorParameter);
  return parameter?.description ?? "";
}

/** What the contract says about the field with the number of a page's records. */
export function countBasis({ operation }: Listing, countField: string): string {
  const success = operation.responses.find(({ status }) => status.startsWith("2"));
  const properties = keywordsOf(operation.spec, success?.media[0]?.schema).get("properties")?.value;
  const field = asObject(asObject(properties)[countField]);
  return typeof field.description === "string" ? field.description : "";
}
