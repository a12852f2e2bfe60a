import type { Operation, Parameter } from "@chainkit/openapi";

/**
 * The call of an operation with curl, with the values of its examples: what it requires, no more.
 *
 * @param origin The address of the service, without a trailing slash.
 */
export function curlSample(operation: Operation, origin: string): string {
  const { method, parameters, body, auth } = operation;
  const required = parameters.filter((parameter) => parameter.required);
  const options: string[] = [];
  if (auth === "required") {
    options.push(header("Authorization", "Bearer my-token"));
  }
  for (const { name, example } of required.filter(({ in: place }) => place === "header")) {
    options.push(header(name, String(example)));
  }
  if (body) {
    options.push(header("Content-Type", "application/json"));
    options.push(`--data ${quote(JSON.stringify(body.json?.example, null, 2))}`);
  }
  const url = quote(`${origin}${pathOf(operation)}${queryOf(required)}`);
  // POST is what curl does with data.
  const verb = method === (body ? "POST" : "GET") ? "" : `--request ${method} `;
  return `${[`curl ${verb}${url}`, ...options].join(" \\\n  ")}\n`;
}

function pathOf({ path, parameters }: Operation): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    return encodeURIComponent(String(parameter?.example ?? name));
  });
}

function queryOf(parameters: readonly Parameter[]): string {
  const query = new URLSearchParams(
    parameters
      .filter((parameter) => parameter.in === "query")
      .map(({ name, example }): [string, string] => [name, String(example)]),
  );
  return query.size > 0 ? `?${query}` : "";
}

function header(name: string, value: string): string {
  return `--header ${quote(`${name}: ${value}`)}`;
}

/** A word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
