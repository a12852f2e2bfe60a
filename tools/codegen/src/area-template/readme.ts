import { readInfo } from "@chainkit/openapi";
import type { OperationModel } from "@chainkit/openapi/rules";
import type { GeneratedArea } from "../generate.ts";
import { mockUrl } from "./sample.ts";

const addressNote = `\`${mockUrl}\` is the URL of \`npx @chainkit/mock\`; replace it with the URL of a deployment.`;

const methodNote = (
  area: string,
) => `Methods take one flat object of parameters under their wire names and return a promise of the JSON
body. Docstrings list the parameters with limits and defaults, the errors and an example. The README of
\`@chainkit/runtime\` describes calls, pagination, errors and retries.

In development and tests, the middleware \`validate()\` of \`@chainkit/${area}/validate\` fails a call whose
response breaks the contract, and names the field. It requires valibot.`;

/** Generates the README of an area's package. */
export function readme({ name, document, operations, samples }: GeneratedArea): string {
  const { summary, description } = readInfo(document);
  const shown = exemplary(operations.operations);
  const sample = shown && samples.get(shown.id);
  const parts = [
    `<!-- Generated from ${name}.yaml: do not edit. Change the spec and run \`generate\`. -->`,
    `# @chainkit/${name}`,
    summary,
    description,
    "## Install",
    `\`\`\`sh\nnpm install @chainkit/${name}\n\`\`\``,
    "ES modules only. Runs on Node 20 or later, Bun, Deno, Workers and in browsers.",
    ...(sample ? ["## Use", `\`\`\`ts\n${sample.trim()}\n\`\`\``, addressNote] : []),
    "## Operations",
    table(operations.operations),
    methodNote(name),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Selects the operation of the usage example: a listing, else a read, else any. */
export function exemplary(operations: readonly OperationModel[]): OperationModel | undefined {
  return (
    operations.find(({ rule }) => rule.pagination) ??
    operations.find(({ rule }) => rule.method === "GET") ??
    operations.find(({ rule }) => rule.idempotent) ??
    operations[0]
  );
}

function table(operations: readonly OperationModel[]): string {
  const rows = operations.map(
    ({ id, rule, summary }) => `| \`${id}\` | ${cell(summary)} | \`${rule.method} ${rule.path}\` |`,
  );
  return ["| Method | | Request |", "|---|---|---|", ...rows].join("\n");
}

function cell(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|");
}
