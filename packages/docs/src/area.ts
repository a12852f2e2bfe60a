import { dirname, join } from "node:path";
import { type OpenApiDocument, type Operation, successesOf } from "@chainkit/openapi";
import { type Area, bundleSpec } from "@chainkit/spec";
import { type AreaReference, type RelatedGuide, referenceOf } from "./document.ts";
import { fieldsOf, withNested } from "./fields.ts";
import { readSamples } from "./samples/samples.ts";
import { editUrl } from "./source.ts";

/**
 * Reads an area of this repository.
 *
 * @throws Error if a reference does not resolve, or an operation has no sample in `samples/`.
 */
export async function readArea({ name, file }: Area): Promise<AreaReference> {
  const samples = join(dirname(file), "samples");
  const bundle = await bundleSpec(file);
  const reference = await referenceOf(name, bundle, {
    samples: (operation, origin) => readSamples(operation, origin, samples),
    guides: (operation) => relatedGuides(operation, bundle),
    pageName: encodeURIComponent,
  });
  return { ...reference, isSameOrigin: true, edit: editUrl(`spec/${name}.yaml`) };
}

/** Guides on what a parameter or field contains, by what its description says. */
const BY_DESCRIPTION: readonly (readonly [RegExp, RelatedGuide])[] = [
  [/\bwei\b|\bsmallest unit\b/i, ["amounts-and-precision", "Amounts"]],
  [/\bsubgraph\b/i, ["subgraph-tags", "Subgraph tags"]],
];

/**
 * Finds the guides related to an operation by what its description in the contract says, so that an
 * operation of a new area gets them too.
 */
function relatedGuides(operation: Operation, document: OpenApiDocument): RelatedGuide[] {
  const { auth, pagination, parameters, body, responses } = operation;
  const schemas = [
    body?.json?.schema,
    ...successesOf(responses).flatMap(({ media }) => media.map(({ schema }) => schema)),
  ];
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
