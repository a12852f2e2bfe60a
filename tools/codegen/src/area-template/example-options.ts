import type { Operations } from "../operations/read.ts";

/** Where the mock answers. */
export const mockUrl = "http://127.0.0.1:4010";

/** The options that a client cannot do without, with values that show their form. */
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
