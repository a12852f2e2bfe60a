import { readInfo } from "@chainkit/openapi";
import type { GeneratedArea } from "../generate.ts";
import type { OperationModel } from "../operations/model.ts";
import { mockUrl } from "./example-options.ts";

const addressNote = `\`${mockUrl}\` is where \`@chainkit/mock\` answers; the address of a deployment goes
in its place.`;

const methodNote = `A method takes its parameters as one flat object, with the names of the wire, and returns
a promise of the JSON body. Your editor shows each method's parameters with their limits and defaults,
its errors and an example; the README of \`@chainkit/runtime\` says how calls, listings, errors and
retries behave.`;

/** The README of an area's package. */
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
    "ES modules only, for Node 20 or later, Bun, Deno, workers and browsers.",
    ...(sample ? ["## Use", `\`\`\`ts\n${sample.trim()}\n\`\`\``, addressNote] : []),
    "## Operations",
    table(operations.operations),
    methodNote,
  ];
  return `${parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n\n")}\n`;
}

/** The operation that shows best how the client is used: a listing, else a read, else any. */
function exemplary(operations: readonly OperationModel[]): OperationModel | undefined {
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
  return text.trim().replace(/\s+/g, " ").replaceAll("|", "\\|");
}
