import { type CallParams, requestFor, valuesFor } from "./cases/values.ts";
import type { Context } from "./context.ts";
import { type HttpResponse, NoResponseError } from "./http/send.ts";
import type { Operation } from "./spec/operations.ts";
import { urlOf } from "./targets/target.ts";

/** Outcome of one request of the preflight. */
export interface Probe {
  readonly operation: Operation;
  readonly url: string;
  readonly response?: HttpResponse;
  readonly error?: string;
}

/** Sends one request of the preflight, with the example values of the operation. */
export async function probe(
  context: Context,
  operation: Operation,
  params: CallParams = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Probe> {
  const url = urlOf(context.target, operation.spec.name) ?? "";
  const [values] = valuesFor(operation, context.target);
  try {
    const parameters = { ...values?.parameters, ...params };
    const request = requestFor(operation, { name: "", exists: false, ...values, parameters });
    const all = { ...request, headers: { ...request.headers, ...headers } };
    return { operation, url, response: await context.send(operation, all) };
  } catch (error) {
    if (!(error instanceof NoResponseError)) {
      throw error;
    }
    return { operation, url, error: error.message };
  }
}

/** Whether the target served the request. */
export const isSuccess = (response: HttpResponse | undefined): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300;

/** Formats the outcome of a request. */
export function describe({ operation, response, error }: Probe): string {
  const type = response?.headers["content-type"];
  const came = response ? `${response.status}${type ? ` (${type})` : ""}` : error;
  return `${operation.id} led to ${came}`;
}
