import type { OpenApiDocument, Operation } from "@chainkit/openapi";
import { successesOf } from "@chainkit/openapi";
import { fieldsOf, withNested } from "./fields.ts";

/** Guide related to an operation, as name and title. */
export type RelatedGuide = readonly [name: string, title: string];

/** Guides on what a parameter or field contains, by what its description says. */
const BY_DESCRIPTION: readonly (readonly [RegExp, RelatedGuide])[] = [
  [/\bwei\b|\bsmallest unit\b/i, ["amounts-and-precision", "Amounts"]],
  [/\bsubgraph\b/i, ["subgraph-tags", "Subgraph tags"]],
];

/**
 * Finds the guides related to an operation by what its description in the contract says, so that an
 * operation of a new area gets them too.
 */
export function relatedGuides(operation: Operation, document: OpenApiDocument): RelatedGuide[] {
  const { auth, pagination, parameters, body, responses } = operation;
  const schemas = [
    body?.json?.schema,
    ...successesOf(responses).flatMap(({ media }) => media.map(({ schema }) => schema)),
  ].filter((schema) => schema !== undefined);
  const descriptions = [
    ...parameters.map(({ description }) => description),
    ...schemas
      .flatMap((schema) => withNested(fieldsOf(document, schema)))
      .map((field) => field.description),
  ].join("\n");
  return [
    ...(auth === "none" ? [] : [["authentication", "Authentication"] as const]),
    ...(pagination ? [["paging-and-resuming", "Pagination"] as const] : []),
    ["errors-and-retries", "Errors and retries"],
    ...BY_DESCRIPTION.flatMap(([pattern, guide]) => (pattern.test(descriptions) ? [guide] : [])),
  ];
}
