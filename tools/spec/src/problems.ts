import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProblemType } from "@chainkit/openapi/http";
import { specFolder } from "./areas.ts";

/** The catalogue of errors, in the folder of the contract. */
export const problemsFile = "shared/problems.yaml";

/** Reads the catalogue of errors, in its order. */
export async function readProblems(folder: string = specFolder): Promise<ProblemType[]> {
  // As in bundle.ts, loaded on use.
  const { parseYaml } = await import("@redocly/openapi-core");
  const text = await readFile(join(folder, problemsFile), "utf8");
  const catalogue = parseYaml(text) as Readonly<Record<string, Omit<ProblemType, "name">>>;
  return Object.entries(catalogue).map(([name, problem]) => ({ name, ...problem }));
}
