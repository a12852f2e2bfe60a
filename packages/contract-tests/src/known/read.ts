import { readFile } from "node:fs/promises";
import { isObject } from "@chainkit/openapi";
import { parse } from "yaml";
import type { Known } from "../cases/values.ts";

/**
 * Reads the values that exist at a target: lists of calls by operation id, each call by the names of
 * its parameters and body fields.
 *
 * @param file YAML or JSON.
 * @throws Error naming the file and what is wrong with it.
 */
export async function readKnown(file: string): Promise<Known> {
  let value: unknown;
  try {
    value = parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
  const isKnown =
    isObject(value) &&
    Object.values(value).every((calls) => Array.isArray(calls) && calls.every(isObject));
  if (!isKnown) {
    throw new Error(
      `${file}: expected lists of calls by operation id, such as getBlock: [{block_number: "1"}]`,
    );
  }
  return value as Known;
}
