import { dirname, join } from "node:path";
import { type Area, bundleSpec } from "@chainkit/spec";
import { type AreaReference, referenceOf } from "./document.ts";
import { relatedGuides } from "./related-guides.ts";
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
