/** Deepest nesting that is read; responses of the contract have fewer than ten levels. */
const MAX_DEPTH = 100;

/**
 * Replaces every string of a JSON value, names of properties included.
 *
 * @throws Error if the value is nested deeper than 100 levels.
 */
export function mapStrings(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (depth > MAX_DEPTH) {
    throw new Error(`the response is nested deeper than ${MAX_DEPTH} levels`);
  }
  const next = (each: unknown) => mapStrings(each, change, depth + 1);
  if (typeof value === "string") {
    return change(value);
  }
  if (Array.isArray(value)) {
    return value.map(next);
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [change(name), next(each)]),
    );
  }
  return value;
}
