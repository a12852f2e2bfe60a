import type { Operation } from "@chainkit/openapi";

/** An HTTP request of an operation, with the values of its examples. */
export interface ExampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON that is sent. */
  readonly body?: unknown;
  /** Text that is sent instead. */
  readonly text?: string;
  /** Fields of a multipart form that is sent instead. */
  readonly form?: readonly (readonly [name: string, value: string])[];
}

/** Token in all samples; the site replaces it with the token of the settings. */
export const TOKEN = "my-token";

/**
 * Builds the request of an operation from its examples, with required parameters only.
 *
 * @param origin Base URL of the service, without a trailing slash.
 */
export function exampleRequest(operation: Operation, origin: string): ExampleRequest {
  const { method, path, parameters, body, auth } = operation;
  const required = parameters.filter((parameter) => parameter.required);
  const url = path.replaceAll(/\{([^}]+)\}/g, (_, name) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    return encodeURIComponent(String(parameter?.sample() ?? name));
  });
  const query = new URLSearchParams(
    required
      .filter((parameter) => parameter.in === "query")
      .map(({ name, sample }): [string, string] => [name, String(sample())]),
  );
  const headers: [string, string][] = [
    ...(auth === "required" ? [["Authorization", `Bearer ${TOKEN}`] as [string, string]] : []),
    ...required
      .filter((parameter) => parameter.in === "header")
      .map(({ name, sample }): [string, string] => [name, String(sample())]),
    ...(body ? [["Content-Type", "application/json"] as [string, string]] : []),
  ];
  return {
    method,
    url: `${origin}${url}${query.size > 0 ? `?${query}` : ""}`,
    headers,
    ...(body ? { body: body.sample() } : {}),
  };
}
