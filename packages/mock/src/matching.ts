import type { Operation, Response } from "@chainkit/openapi";
import { examplesOf, successOf } from "./operations.ts";
import type { MockRequest } from "./request.ts";

/**
 * The success example that belongs to the request: the one whose name the examples of its parameters
 * share, as `latest` names both a block number and the block that is the answer.
 *
 * @returns The example's name; undefined where no name is shared, or the values are others.
 */
export function exampleFor(operation: Operation, request: MockRequest): string | undefined {
  const values = { ...request.query, ...pathValues(operation.path, request.path) };
  return examplesOf(successOf(operation)).find(({ key }) => {
    const sharing = operation.parameters.filter(({ examples }) => examples.has(key));
    return (
      sharing.length > 0 &&
      sharing.every(({ name, examples }) => String(examples.get(key)) === values[name])
    );
  })?.key;
}

/** The error example that blames one of these parameters in its `errors` list. */
export function exampleBlaming(
  response: Response | undefined,
  parameters: readonly string[],
): string | undefined {
  return examplesOf(response).find(({ value }) => {
    const errors = (value as { errors?: unknown } | null)?.errors;
    return (
      Array.isArray(errors) && errors.some((error) => parameters.includes(error?.parameter ?? ""))
    );
  })?.key;
}

function pathValues(template: string, path: string): Record<string, string> {
  const segments = path.split("/");
  return Object.fromEntries(
    template.split("/").flatMap((part, index) => {
      const name = /^\{([^}]*)\}$/.exec(part)?.[1];
      return name === undefined ? [] : [[name, decodeURIComponent(segments[index] ?? "")]];
    }),
  );
}
