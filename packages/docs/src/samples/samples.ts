import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Operation } from "@chainkit/openapi";
import { curlSample } from "./curl.ts";
import { fetchSample } from "./fetch.ts";
import { pythonSample } from "./python.ts";
import { exampleRequest } from "./request.ts";

/** Code sample of an operation. */
export interface Sample {
  /** Label in Redoc's language menu. */
  readonly lang: string;
  /** Info string of the Markdown code block. */
  readonly fence: string;
  readonly source: string;
}

/** Languages of the samples, in display order. */
export const LANGUAGES: readonly string[] = ["curl", "TypeScript", "JavaScript", "Python"];

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
  const request = exampleRequest(operation, origin);
  return [
    { lang: "curl", fence: "sh", source: curlSample(request) },
    { lang: "TypeScript", fence: "ts", source: typescript },
    { lang: "JavaScript", fence: "js", source: fetchSample(request) },
    { lang: "Python", fence: "python", source: pythonSample(request) },
  ];
}
