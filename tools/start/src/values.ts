import type { Operation } from "@chainkit/openapi";

/** The mock accepts any token. */
const DEMO_TOKEN = "demo-token";

/** What to call a service with in place of the spec's examples, where it has none of their data. */
export interface CallSource {
  readonly token?: string;
  /** Parameters of client methods by operation id, in the order in which to call them. */
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Operations in the order of the values; those without any come last. */
export function inOrder(
  operations: readonly Operation[],
  source: CallSource | undefined,
): readonly Operation[] {
  const ids = Object.keys(source?.values ?? {});
  const place = ({ id }: Operation) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return operations.toSorted((a, b) => place(a) - place(b));
}

/**
 * The parameters of a client method: those given, or else taken from the spec's examples: what is
 * required, and the first example of the body.
 *
 * @throws Error naming the parameter that the spec shows no value for.
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
 * The options of an area's client: the base address, what `x-client-option` binds, and a token if
 * some operation cannot be called without.
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
    throw new Error(`the spec of ${operation.id} shows no example of ${what}`);
  }
  return example;
}
