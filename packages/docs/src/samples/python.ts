import type { ExampleRequest } from "./request.ts";

/** Formats a request as Python, with the standard library only, which has no multipart forms. */
export function pythonSample({ method, url, headers, body, text }: ExampleRequest): string {
  const hasBody = body !== undefined || text !== undefined;
  const options = [`    ${JSON.stringify(url)},`];
  if (method !== (hasBody ? "POST" : "GET")) {
    options.push(`    method=${JSON.stringify(method)},`);
  }
  if (headers.length > 0) {
    const lines = headers.map(
      ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
    );
    options.push("    headers={", ...lines, "    },");
  }
  if (text !== undefined) {
    options.push(`    data=${JSON.stringify(text)}.encode(),`);
  }
  if (body !== undefined) {
    options.push(`    data=json.dumps(${literal(body, "    ")}).encode(),`);
  }
  return `import json
from urllib.request import Request, urlopen

request = Request(
${options.join("\n")}
)
with urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))
`;
}

/** Writes JSON as a Python literal: only three names differ. */
function literal(value: unknown, indent: string): string {
  const names: Record<string, string> = { true: "True", false: "False", null: "None" };
  return JSON.stringify(value, null, 4)
    .replaceAll(/(?<=^ *(?:"(?:[^"\\]|\\.)*": )?)(?:true|false|null)(?=,?$)/gm, (name) =>
      String(names[name]),
    )
    .replaceAll("\n", `\n${indent}`);
}
