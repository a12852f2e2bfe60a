import type { ExampleRequest } from "./request.ts";

/** Formats a request as a curl command for a POSIX shell. */
export function curlSample({ method, url, headers, body }: ExampleRequest): string {
  const hasBody = body !== undefined;
  const options = headers.map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`);
  if (hasBody) {
    options.push(`--data ${quote(JSON.stringify(body, null, 2))}`);
  }
  // curl sends POST if there is data.
  const verb = method === (hasBody ? "POST" : "GET") ? "" : `--request ${method} `;
  return `${[`curl ${verb}${quote(url)}`, ...options].join(" \\\n  ")}\n`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
