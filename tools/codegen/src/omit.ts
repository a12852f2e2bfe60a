import { CodegenError } from "./problems.ts";

/** Splits the values of `--omit`; `METHOD /path` is not split, because a path may contain a comma. */
export function omittedIds(texts: readonly string[]): string[] {
  return texts.flatMap((text) => (text.includes(" /") ? [text] : text.split(",").filter(Boolean)));
}

/** Adds to an error the options that skip the operations at fault. */
export function withOmitHint(error: Error): Error {
  if (error instanceof CodegenError && error.operations.length > 0) {
    const options = error.operations.map((name) => ` --omit ${JSON.stringify(name)}`);
    error.message += `\nOr skip these operations:${options.join("")}`;
  }
  return error;
}
