import type { HttpRequest } from "../http/request.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import { requestFor, type Values } from "./values.ts";

/** Returns the values of a call with one parameter changed. */
export function withValue(base: Values, { name }: Parameter, value: unknown): Values {
  return { ...base, parameters: { ...base.parameters, [name]: value } };
}

/** Generates cases from each example of a parameter, such as a number and the word `latest`. */
export function fromExamples<Made>(
  parameter: Parameter,
  make: (example: unknown) => Iterable<Made>,
): Made[] {
  const examples = new Set(parameter.examples.size > 0 ? parameter.examples.values() : [undefined]);
  return [...examples].flatMap((example) => [...make(example)]);
}

/** Makes the requests with one parameter changed; undefined if the same target was made before. */
export function distinctRequests(
  operation: Operation,
  base: Values,
  parameter: Parameter,
): (value: unknown) => { readonly values: Values; readonly request: HttpRequest } | undefined {
  const made = new Set<string>();
  return (value) => {
    const values = withValue(base, parameter, value);
    const request = requestFor(operation, values);
    if (made.has(request.target)) {
      return undefined;
    }
    made.add(request.target);
    return { values, request };
  };
}
