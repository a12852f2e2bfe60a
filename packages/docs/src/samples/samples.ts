import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Operation } from "@chainkit/openapi";
import { curlSample } from "./curl.ts";
import { fetchSample } from "./fetch.ts";
import { pythonSample } from "./python.ts";
import { exampleRequest } from "./request.ts";

/** A code sample of an operation. */
export interface Sample {
  /** As in Redoc's language menu. */
  readonly lang: string;
  /** Info string of a Markdown code block. */
  readonly fence: string;
  readonly source: string;
}

/** The languages of all samples, in their order. */
export const LANGUAGES: readonly string[] = ["curl", "TypeScript", "JavaScript", "Python"];

/**
 * The code samples of an operation: TypeScript as written in `samples/`, the others generated from
 * the examples.
 *
 * @throws Error if there is no `<operationId>.ts` in the folder.
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
