import type { Operation } from "@chainkit/openapi";
import { examplesOf, successOf } from "./operations.ts";

/** What a listing's cursor leads to. */
export type PageChoice =
  | { readonly kind: "page"; readonly example: string }
  | { readonly kind: "unknown-cursor"; readonly parameter: string };

/**
 * Lets a listing page through its examples: the cursor that example n carries is answered with
 * example n + 1.
 *
 * @returns undefined where there is nothing to choose: no listing, or no cursor in the request.
 */
export function choosePage(
  operation: Operation,
  query: Readonly<Record<string, string | string[]>>,
): PageChoice | undefined {
  const rule = operation.pagination;
  const cursor = rule && query[rule.cursorParameter];
  // Several cursors are invalid and an empty one counts as absent: both are Prism's to judge.
  if (!rule || !cursor || typeof cursor !== "string") {
    return undefined;
  }
  const pages = examplesOf(successOf(operation));
  const index = pages.findIndex(({ value }) => fieldOf(value, rule.cursorField) === cursor);
  const next = index === -1 ? undefined : pages[index + 1];
  return next
    ? { kind: "page", example: next.key }
    : { kind: "unknown-cursor", parameter: rule.cursorParameter };
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[field]
    : undefined;
}
