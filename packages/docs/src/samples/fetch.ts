import type { ExampleRequest } from "./request.ts";

/** Formats a request as JavaScript with `fetch`. */
export function fetchSample({ method, url, headers, body, text, form }: ExampleRequest): string {
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
