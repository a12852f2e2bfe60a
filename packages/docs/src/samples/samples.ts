import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Operation } from "@chainkit/openapi";
import { curlCommand, shellWord } from "@chainkit/openapi/http";
import { type ExampleRequest, exampleRequest } from "./request.ts";

/** Code sample of an operation. */
export interface Sample {
  /** Label in Redoc's language menu. */
  readonly lang: string;
  /** Info string of the Markdown code block. */
  readonly fence: string;
  readonly source: string;
}

/**
 * Reads the TypeScript sample of an operation and generates the others from its examples.
 *
 * @throws Error if the folder has no `<operationId>.ts`.
 */
export async function readSamples(
  operation: Operation,
  origin: string,
  folder: string,
): Promise<Sample[]> {
  const typescript = await readFile(join(folder, `${operation.id}.ts`), "utf8");
  const [curl, ...others] = requestSamples(exampleRequest(operation, origin));
  return [curl, { lang: "TypeScript", fence: "ts", source: typescript }, ...others];
}

/** Formats a request in the languages that need no client. */
export function requestSamples(request: ExampleRequest): [Sample, ...Sample[]] {
  return [
    { lang: "curl", fence: "sh", source: curlSample(request) },
    { lang: "JavaScript", fence: "js", source: fetchSample(request) },
    ...(request.form ? [] : [{ lang: "Python", fence: "python", source: pythonSample(request) }]),
  ];
}

/** Formats a request as a curl command for a POSIX shell. */
function curlSample({ method, url, headers, body, text, form }: ExampleRequest): string {
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

/** Formats a request as JavaScript with `fetch`. */
function fetchSample({ method, url, headers, body, text, form }: ExampleRequest): string {
  const options: string[] = [];
  if (method !== "GET") {
    options.push(`  method: ${JSON.stringify(method)},`);
  }
  if (headers.length > 0) {
    const lines = headers.map(([name, value]) => `    ${key(name)}: ${JSON.stringify(value)},`);
    options.push("  headers: {", ...lines, "  },");
  }
  if (body !== undefined) {
    options.push(
      `  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),`,
    );
  }
  if (text !== undefined) {
    options.push(`  body: ${JSON.stringify(text)},`);
  }
  if (form) {
    options.push("  body: form,");
  }
  const call =
    options.length > 0
      ? `fetch(${JSON.stringify(url)}, {\n${options.join("\n")}\n})`
      : `fetch(\n  ${JSON.stringify(url)},\n)`;
  const fields = (form ?? []).map(
    ([name, value]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  const before = form ? `const form = new FormData();\n${fields.join("")}` : "";
  return `${before}const response = await ${call};
if (!response.ok) {
  throw new Error(\`HTTP \${response.status}: \${await response.text()}\`);
}
console.log(await response.json());
`;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Formats a request as Python, with the standard library only, which has no multipart forms. */
function pythonSample({ method, url, headers, body, text }: ExampleRequest): string {
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
