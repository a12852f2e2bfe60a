import type { SpecOperation } from "@chainkit/spec";

/** Stands for a real token: the mock takes any. */
const DEMO_TOKEN = "demo-token";

/**
 * The parameters of a client method, taken from the spec's examples: what is required, and the
 * first example of the body.
 *
 * @throws Error naming the parameter that the spec shows no value for.
 */
export function callValues(operation: SpecOperation): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { name, required, clientOption, example } of operation.parameters) {
    if (required && clientOption === undefined) {
      values[name] = shown(operation, `parameter ${name}`, example);
    }
  }
  if (operation.body) {
    const example = shown(operation, "the request body", operation.body.example);
    Object.assign(values, operation.body.hasFields ? example : { body: example });
  }
  return values;
}

/**
 * The options of an area's client: the base address, what `x-client-option` binds, and a token if
 * some operation cannot be called without.
 */
export function clientOptions(
  operations: readonly SpecOperation[],
  baseUrl: string,
): Record<string, unknown> {
  const options: Record<string, unknown> = { baseUrl };
  for (const operation of operations) {
    for (const { name, clientOption, example } of operation.parameters) {
      if (clientOption !== undefined) {
        options[clientOption] ??= shown(operation, `parameter ${name}`, example);
      }
    }
  }
  if (operations.some(({ auth }) => auth === "required")) {
    options.token = DEMO_TOKEN;
  }
  return options;
}

function shown(operation: SpecOperation, what: string, example: unknown): unknown {
  if (example === undefined) {
    throw new Error(`the spec of ${operation.id} shows no example of ${what}`);
  }
  return example;
}
