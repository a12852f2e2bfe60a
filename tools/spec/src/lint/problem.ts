import { readFile } from "node:fs/promises";
import { type NormalizedProblem, Source } from "@redocly/openapi-core";

/**
 * Makes a problem that no rule of Redocly reports.
 *
 * @param at What is wrong: the file, the JSON pointer in it, and whether it points to a key.
 */
export async function problem(
  ruleId: string,
  message: string,
  { file, pointer = "#/", isKey = false }: { file: string; pointer?: string; isKey?: boolean },
): Promise<NormalizedProblem> {
  const source = new Source(file, await readFile(file, "utf8"));
  const location = [{ source, pointer, reportOnKey: isKey }];
  return { message, ruleId, severity: "error", location, suggest: [] };
}
