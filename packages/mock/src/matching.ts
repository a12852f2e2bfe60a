import { isDeepStrictEqual } from "node:util";
import type { Operation, Response } from "@chainkit/openapi";
import { examplesOf, successOf } from "./operations.ts";
import type { MockRequest } from "./request.ts";

/**
 * Finds the success example for a request: the one that has the same name as the examples of parameters
 * and body whose values the request contains. `latest` names both a block number and the block returned for it.
 *
 * @returns The name of the example; undefined if none matches.
 */
export function exampleFor(operation: Operation, request: MockRequest): string | undefined {
  const values = { ...request.query, ...pathValues(operation.path, request.path) };
  return examplesOf(successOf(operation)).find(({ key }) => {
    const sameName = operation.parameters.filter(({ examples }) => examples.has(key));
    const bodies = operation.body?.sent?.examples;
    const hasBody = bodies?.has(key) ?? false;
    return (
      (hasBody || sameName.length > 0) &&
      sameName.every(({ name, examples }) => String(examples.get(key)) === values[name]) &&
      (!hasBody || isDeepStrictEqual(bodies?.get(key), request.body))
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
