import { shellWord } from "@chainkit/openapi/http";
import type { ExampleRequest } from "./request.ts";

/** Formats a request as a curl command for a POSIX shell. */
export function curlSample({ method, url, headers, body }: ExampleRequest): string {
  const hasBody = body !== undefined;
  const options = headers.map(([name, value]) => `--header ${shellWord(`${name}: ${value}`)}`);
  if (hasBody) {
    options.push(`--data ${shellWord(JSON.stringify(body, null, 2))}`);
  }
  // curl sends POST if there is data.
  const verb = method === (hasBody ? "POST" : "GET") ? "" : `--request ${method} `;
  return `${[`curl ${verb}${shellWord(url)}`, ...options].join(" \\\n  ")}\n`;
}
