import { UsageError } from "./program.ts";

const MAX_PORT = 65_535;

/**
 * Creates the parser of an option whose value is an integer.
 *
 * @param option The option as its errors name it, such as `--rate`.
 * @returns Throws a UsageError for any other text.
 */
export function integer(
  option: string,
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
): (text: string) => number {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new UsageError(
        `${option} must be an integer ${range}; received ${JSON.stringify(text)}`,
      );
    }
    return value;
  };
}

/** Creates the parser of an option whose value is a TCP port; 0 selects a free one. */
export const port = (option = "--port"): ((text: string) => number) => integer(option, 0, MAX_PORT);

/** Collects the values of an option that may be repeated. */
export const list = (text: string, previous: readonly string[] = []): string[] => [
  ...previous,
  text,
];
