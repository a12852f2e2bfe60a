import type { Parameter } from "../spec/operations.ts";
import type { Values } from "./values.ts";

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
