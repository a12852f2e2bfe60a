import type { Operations } from "../operations/read.ts";

/** URL of the mock. */
export const mockUrl = "http://127.0.0.1:4010";

/** Returns the required client options with example values. */
export function exampleOptions(
  { options }: Operations,
  baseUrl: string,
  withToken: boolean,
): Record<string, unknown> {
  const bound = options
    .filter((option) => option.required)
    .map(({ name, parameter }) => [name, parameter.example ?? "…"]);
  return { baseUrl, ...Object.fromEntries(bound), ...(withToken ? { token: "my-token" } : {}) };
}
