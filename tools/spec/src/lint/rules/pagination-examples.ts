import { isObject } from "@chainkit/openapi";
import type { Location, Oas3Rule } from "@redocly/openapi-core";
import { type OperationNode, okBody, queryParametersOf } from "../listing.ts";
import { entriesOf, type Resolver } from "../node.ts";

/**
 * The mock paginates through examples: a cursor selects the example after the first one that contains
 * it. Every cursor must therefore lead to the last page, and the first page must have one.
 */
export const paginationExamples: Oas3Rule = () => ({
  PathItem: {
    Operation(operation, ctx, { PathItem }) {
      const node = operation as OperationNode;
      const body = okBody(node, ctx);
      const rule = node["x-pagination"];
      if (!body || !isObject(rule)) {
        return;
      }
      const examples = body.location.child("examples");
      const pages = pagesOf(body.node.examples, examples, String(rule.cursorField), ctx);
      for (const problem of problemsOf(pages, examples)) {
        ctx.report(problem);
      }

      const first = pages[0]?.cursor;
      const cursorParameter = queryParametersOf(node, PathItem, ctx).find(
        (parameter) => parameter.node.name === rule.cursorParameter,
      );
      if (!cursorParameter || typeof first !== "string") {
        return;
      }
      const { example, examples: named } = cursorParameter.node;
      const place = cursorParameter.location;
      const values = entriesOf<{ value?: unknown }>(named, place, ctx);
      if ([example, ...values.map(({ node: { value } }) => value)].includes(first)) {
        return;
      }
      ctx.report({
        message: `An example of \`${rule.cursorParameter}\` must equal the cursor of the first page, ${first}.`,
        location: place.child(named ? "examples" : "example"),
      });
    },
  },
});

interface Page {
  readonly key: string;
  readonly cursor: unknown;
  readonly location: Location;
}

function pagesOf(examples: unknown, location: Location, field: string, resolver: Resolver): Page[] {
  const found = entriesOf<{ value?: unknown }>(examples, location, resolver);
  return found.map(({ key, node: { value }, location: at }) => ({
    key,
    cursor: isObject(value) ? value[field] : undefined,
    location: at.child(["value", field]),
  }));
}

function problemsOf(pages: Page[], location: Location): { message: string; location: Location }[] {
  const [first] = pages;
  if (!first || pages.length < 2) {
    const message =
      "A listing needs at least two 200 examples: a first page with a cursor, and a last page without.";
    return [{ message, location }];
  }
  if (typeof first.cursor !== "string") {
    const message = `The example \`${first.key}\` is the first page: its cursor must be a string.`;
    return [{ message, location: first.location }];
  }
  return pages
    .filter((page) => !comesToAnEnd(page, pages))
    .map(({ key, cursor, location: at }) => ({
      message:
        typeof cursor === "string"
          ? `The cursor of \`${key}\` must lead, through the following examples, to one whose cursor is null.`
          : `The cursor of \`${key}\` must be null, or the cursor of a page that is followed by another example.`,
      location: at,
    }));
}

function comesToAnEnd(start: Page, pages: readonly Page[]): boolean {
  const visited = new Set<unknown>();
  let page: Page | undefined = start;
  while (page && typeof page.cursor === "string" && !visited.has(page.cursor)) {
    const { cursor }: Page = page;
    visited.add(cursor);
    page = pages[pages.findIndex((other) => other.cursor === cursor) + 1];
  }
  return page?.cursor === null;
}
