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
 * Returns the parameters of a client method: the given ones, otherwise the required parameters and
 * the body by their examples or else their schemas.
 *
 * @throws Error naming the parameter that no value can be made for.
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
  for (const { name, required, clientOption, sample } of operation.parameters) {
    if (required && clientOption === undefined) {
      values[name] = sample();
    }
  }
  if (operation.body) {
    const body = operation.body.sample();
    Object.assign(values, operation.body.kind === "fields" ? body : { body });
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
    for (const { clientOption, sample } of operation.parameters) {
      if (clientOption !== undefined) {
        options[clientOption] ??= sample();
      }
    }
  }
  if (operations.some(({ auth }) => auth === "required")) {
    options.token = token;
  }
  return options;
}
