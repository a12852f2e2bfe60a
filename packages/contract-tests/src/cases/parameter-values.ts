import type { HttpRequest } from "../http/request.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import { requestIfWritable, type Values } from "./values.ts";

/** Returns the values of a call with one parameter changed. */
export function withValue(base: Values, { name }: Parameter, value: unknown): Values {
  return { ...base, parameters: { ...base.parameters, [name]: value } };
}

/** Generates cases from each example of a parameter, such as a number and the word `latest`, or else from a sample. */
export function fromExamples<Made>(
  parameter: Parameter,
  make: (example: unknown) => Iterable<Made>,
): Made[] {
  const { examples } = parameter;
  const values = new Set(examples.size > 0 ? examples.values() : [sampleIn(parameter)]);
  return [...values].flatMap((example) => [...make(example)]);
}

/** A value of a parameter; undefined if none can be generated, which an optional one may do without. */
function sampleIn(parameter: Parameter): unknown {
  try {
    return parameter.sample();
  } catch {
    return undefined;
  }
}

/**
 * Makes the requests with one parameter changed; undefined if it has no form, or the same target was made before for
 * the keyword.
 */
export function distinctRequests(
  operation: Operation,
  base: Values,
  parameter: Parameter,
): (
  value: unknown,
  keyword?: string,
) => { readonly values: Values; readonly request: HttpRequest } | undefined {
  const made = new Set<string>();
  return (value, keyword = "") => {
    const values = withValue(base, parameter, value);
    const request = requestIfWritable(operation, values);
    const key = `${keyword} ${request?.target}`;
    if (!request || made.has(key)) {
      return undefined;
    }
    made.add(key);
    return { values, request };
  };
}
