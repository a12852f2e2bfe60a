import { curlCommand, shellWord } from "@chainkit/openapi/http";
import type { ExampleRequest } from "./request.ts";

/** Formats a request as a curl command for a POSIX shell. */
export function curlSample({ method, url, headers, body }: ExampleRequest): string {
  const command = curlCommand({
    method,
    url: shellWord(url),
    headers: headers.map(([name, value]) => shellWord(`${name}: ${value}`)),
    body: body === undefined ? undefined : JSON.stringify(body, null, 2),
  });
  return `${command}\n`;
}
