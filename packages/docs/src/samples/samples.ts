import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Operation } from "@chainkit/openapi";
import { curlSample } from "./curl.ts";
import { fetchSample } from "./fetch.ts";
import { pythonSample } from "./python.ts";
import { type ExampleRequest, exampleRequest } from "./request.ts";

/** Code sample of an operation. */
export interface Sample {
  /** Label in Redoc's language menu. */
  readonly lang: string;
  /** Info string of the Markdown code block. */
  readonly fence: string;
  readonly source: string;
}

/**
 * Reads the TypeScript sample of an operation and generates the others from its examples.
 *
 * @throws Error if the folder has no `<operationId>.ts`.
 */
export async function readSamples(
  operation: Operation,
  origin: string,
  folder: string,
): Promise<Sample[]> {
  const typescript = await readFile(join(folder, `${operation.id}.ts`), "utf8");
  const [curl, ...others] = requestSamples(exampleRequest(operation, origin));
  return [curl, { lang: "TypeScript", fence: "ts", source: typescript }, ...others];
}

/** Formats a request in the languages that need no client. */
export function requestSamples(request: ExampleRequest): [Sample, ...Sample[]] {
  return [
    { lang: "curl", fence: "sh", source: curlSample(request) },
    { lang: "JavaScript", fence: "js", source: fetchSample(request) },
    ...(request.form ? [] : [{ lang: "Python", fence: "python", source: pythonSample(request) }]),
  ];
}
