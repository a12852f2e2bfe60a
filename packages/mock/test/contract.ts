import { type Operation, readOperations } from "@chainkit/openapi";
import { bundleSpec, listAreas } from "@chainkit/spec";
import type { SpecDocument } from "../src/index.ts";

const bundles = await Promise.all((await listAreas()).map(({ file }) => bundleSpec(file)));

/** The documents of all areas, as the spec is now. */
export const documents: SpecDocument[] = bundles.map((bundle) => ({ ...bundle }));

/** Every operation of every area. */
export const operations: Operation[] = bundles.flatMap(readOperations);

/** The examples of one status, by name. */
export function examplesOf(operation: Operation, status: number): ReadonlyMap<string, unknown> {
  return operation.responses.find((each) => each.status === String(status))?.examples ?? new Map();
}

/** The request that an operation's own examples make, required parameters only. */
export function requestFor(operation: Operation): { target: string; init: RequestInit } {
  const { path, method, parameters, body, auth } = operation;
  const query = new URLSearchParams();
  let target = path;
  for (const { name, in: place, example } of parameters.filter(({ required }) => required)) {
    if (place === "path") {
      target = target.replace(`{${name}}`, encodeURIComponent(String(example)));
    } else {
      query.set(name, String(example));
    }
  }
  const headers: Record<string, string> = {
    ...(auth === "none" ? {} : { authorization: "Bearer token" }),
    ...(body ? { "content-type": "application/json" } : {}),
  };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body.json?.example) } : {}) };
  return { target: `${target}${query.size > 0 ? `?${query}` : ""}`, init };
}
