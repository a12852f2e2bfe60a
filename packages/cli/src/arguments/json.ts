import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";

/** Parses JSON, and refuses what a JavaScript number would round. */
export function parseJson(source: string, refuse: (what: string) => Error): unknown {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (error) {
    throw refuse(`is not valid JSON: ${(error as Error).message}`);
  }
  JSON.stringify(value, (name, part: unknown) => {
    if (typeof part === "number" && Math.abs(part) > Number.MAX_SAFE_INTEGER) {
      throw refuse(`has a number${name && ` in ${name}`} that would be rounded; write it as text`);
    }
    return part;
  });
  return value;
}

/** Reads `@file` or `-` (standard input) as bytes, or the text itself. */
export async function readFileArgument(
  argument: string,
  refuse: (what: string) => Error,
): Promise<string | File> {
  if (argument !== "-" && !argument.startsWith("@")) {
    return argument;
  }
  const path = argument.slice(1);
  const bytes = await (argument === "-" ? buffer(process.stdin) : readFile(path)).catch(
    (error: Error) => {
      throw refuse(`could not be read: ${error.message}`);
    },
  );
  return new File([new Uint8Array(bytes)], basename(path) || "stdin");
}

/** Reads `@file`, `-` (standard input) or the JSON itself. */
export async function readJsonArgument(
  argument: string,
  refuse: (what: string) => Error,
): Promise<unknown> {
  const source = await readFileArgument(argument, refuse);
  return parseJson(typeof source === "string" ? source : await source.text(), refuse);
}
