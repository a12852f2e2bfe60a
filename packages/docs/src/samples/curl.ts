import { curlCommand, shellWord } from "@chainkit/openapi/http";
import type { ExampleRequest } from "./request.ts";

/** Formats a request as a curl command for a POSIX shell. */
export function curlSample({ method, url, headers, body, text, form }: ExampleRequest): string {
  const command = curlCommand({
    method,
    url: shellWord(url),
    headers: headers.map(([name, value]) => shellWord(`${name}: ${value}`)),
    body: body === undefined ? text : JSON.stringify(body, null, 2),
    // A value that begins with @ would be the name of a file.
    options: (form ?? []).map(([name, value]) => `--form-string ${shellWord(`${name}=${value}`)}`),
  });
  return `${command}\n`;
}
