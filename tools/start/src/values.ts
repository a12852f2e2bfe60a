import type { Operation } from "@chainkit/openapi";

/** The mock accepts any token. */
const DEMO_TOKEN = "demo-token";

/** Call parameters for a service whose data differs from the examples of the spec. */
export interface CallSource {
  readonly token?: string;
  /** Parameters of client methods by operation id, in call order. */
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Sorts operations in the order of the values; operations without values come last. */
export function inOrder(
  operations: readonly Operation[],
  source: CallSource | undefined,
): readonly Operation[] {
  const ids = Object.keys(source?.values ?? {});
  const place = ({ id }: Operation) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return operations.toSorted((a, b) => place(a) - place(b));
}

/**
 * Returns the parameters of a client method: the given ones, otherwise the examples of the required
 * parameters and the first example of the body.
 *
 * @throws Error naming a required parameter without an example.
 */
export function callValues(
  operation: Operation,
  source?: CallSource,
): Readonly<Record<string, unknown>> {
  const given = source?.values[operation.id];
  if (given) {
    return given;
  }
  const values: Record<string, unknown> = {};
  for (const { name, required, clientOption, example } of operation.parameters) {
    if (required && clientOption === undefined) {
      values[name] = shown(operation, `parameter ${name}`, example);
    }
  }
  if (operation.body) {
    const example = shown(operation, "the request body", operation.body.json?.example);
    Object.assign(values, operation.body.kind === "fields" ? example : { body: example });
  }
  return values;
}

/**
 * Returns the options of an area's client: base URL, the parameters bound by `x-client-option`, and a
 * token if an operation requires one.
 */
export function clientOptions(
  operations: readonly Operation[],
  baseUrl: string,
  token: string = DEMO_TOKEN,
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
    options.token = token;
  }
  return options;
}

function shown(operation: Operation, what: string, example: unknown): unknown {
  if (example === undefined) {
    throw new Error(`${operation.id}: the spec has no example of ${what}`);
  }
  return example;
}
