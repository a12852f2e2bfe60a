import { asObject, type Operation } from "@chainkit/openapi";
import { examplesOf, successOf } from "./operations.ts";

/** Example selected by a cursor. */
export type PageChoice =
  | { readonly kind: "page"; readonly example: string }
  | { readonly kind: "no-page"; readonly parameter: string; readonly reason: string };

/**
 * Pages through the examples of a listing: the cursor in example n selects example n + 1.
 *
 * @returns undefined if the operation is not paginated, or the request has no cursor.
 */
export function choosePage(
  operation: Operation,
  query: Readonly<Record<string, string | string[]>>,
): PageChoice | undefined {
  const pagination = operation.pagination;
  const cursor = pagination && query[pagination.cursorParameter];
  // Prism rejects several cursors, and treats an empty one as absent.
  if (!pagination || !cursor || typeof cursor !== "string") {
    return undefined;
  }
  const pages = examplesOf(successOf(operation));
  const index = pages.findIndex(({ value }) => asObject(value)[pagination.cursorField] === cursor);
  const next = index === -1 ? undefined : pages[index + 1];
  if (next) {
    return { kind: "page", example: next.key };
  }
  const reason =
    index === -1
      ? "Unknown cursor: no example of this listing contains it"
      : `No example follows the one with this cursor. Fix: add one to the document, or let the last have no ${pagination.cursorField}`;
  return { kind: "no-page", parameter: pagination.cursorParameter, reason };
}
