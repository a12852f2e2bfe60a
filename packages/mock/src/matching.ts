import type { Operation, Response } from "@chainkit/openapi";
import { examplesOf, successOf } from "./operations.ts";
import type { MockRequest } from "./request.ts";

/**
 * Finds the success example for a request: the one that has the same name as the parameter examples
 * whose values the request contains. `latest` names both a block number and the block returned for it.
 *
 * @returns The name of the example; undefined if none matches.
 */
export function exampleFor(operation: Operation, request: MockRequest): string | undefined {
  const values = { ...request.query, ...pathValues(operation.path, request.path) };
  return examplesOf(successOf(operation)).find(({ key }) => {
    const sameName = operation.parameters.filter(({ examples }) => examples.has(key));
    return (
      sameName.length > 0 &&
      sameName.every(({ name, examples }) => String(examples.get(key)) === values[name])
    );
  })?.key;
}

/** Finds the error example whose `errors` list contains one of the parameters. */
export function errorExampleFor(
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
