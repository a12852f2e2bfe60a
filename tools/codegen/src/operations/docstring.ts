import type { OperationModel, ParameterModel } from "@chainkit/openapi/rules";
import { isIdentifier } from "@chainkit/openapi/rules";

/**
 * Formats lines as a documentation comment that ends in a line break; empty if there are no lines.
 * Trailing and repeated empty lines are removed.
 */
export function docstring(lines: readonly string[], indent = ""): string {
  const kept = lines
    .flatMap((line) => line.split(/\r\n|\r|\n/))
    .map((line) => line.trimEnd().replaceAll("*/", "*\\/"))
    .filter((line, index, all) => line !== "" || (index > 0 && all[index - 1] !== ""));
  while (kept.at(-1) === "") {
    kept.pop();
  }
  if (kept.length === 0) {
    return "";
  }
  if (kept.length === 1) {
    return `${indent}/** ${kept[0]} */\n`;
  }
  const body = kept.map((line) => `${indent} *${line && ` ${line}`}\n`).join("");
  return `${indent}/**\n${body}${indent} */\n`;
}

/** Splits text of the spec into docstring lines, and escapes lines that look like tags. */
function prose(text: string): string[] {
  const lines = text.trim().split(/\r\n|\r|\n/);
  return lines.map((line) => line.replace(/^(\s*)@/, "$1\\@"));
}

/** Joins text of the spec into one line. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** Emits the docstring of a property of a `Params` type. */
export function parameterDoc({
  description,
  limits,
  deprecated,
  example,
}: ParameterModel): string[] {
  return [
    ...prose(description),
    "",
    ...prose(limits),
    "",
    ...(deprecated ? ["@deprecated"] : []),
    ...(example === undefined ? [] : [`@example ${JSON.stringify(example)}`]),
  ];
}

/** Says which credentials an operation takes. */
function authSentence({ rule, credentials }: OperationModel): string {
  const alternatives = credentials.map((options) => options.map(({ name }) => name).join(" and "));
  const names = alternatives.join(", or ");
  if (names === "token") {
    return rule.auth === "required" ? "Requires a token. " : "Token optional. ";
  }
  return names && (rule.auth === "required" ? `Requires ${names}. ` : `Optional: ${names}. `);
}

/** Emits the docstring of a method. */
export function operationDoc(operation: OperationModel, sample: string | undefined): string[] {
  const { summary, description, rule, parameters, errors, link, deprecated } = operation;
  const auth = authSentence(operation);
  const repeat = rule.idempotent ? "Safe to retry." : "Not safe to retry.";
  const returns = oneLine(operation.responseDescription);
  // As a tag, editors take what is not a URL for the name of a declaration.
  const isUrl = /^https?:/.test(link ?? "");
  return [
    ...prose(summary),
    "",
    ...prose(description),
    "",
    `\`${rule.method} ${rule.path}\`. ${auth}${repeat}`,
    "",
    ...(link && !isUrl ? [`See ${link}.`, ""] : []),
    ...parameters.filter((parameter) => !parameter.rule.option).flatMap(parameterLine),
    ...(returns ? [`@returns ${returns}`] : []),
    ...errors.map(({ status, description: why }) =>
      `@throws HTTP ${status === "default" ? "any other status" : status} — ${oneLine(why)}`.trim(),
    ),
    ...(deprecated ? ["@deprecated"] : []),
    ...(link && isUrl ? [`@see ${link}`] : []),
    ...(sample ? ["@example", "```ts", ...sample.trim().split(/\r?\n/), "```"] : []),
  ];
}

/** Returns no line for a parameter without description and limits. */
function parameterLine({ name, description, limits }: ParameterModel): string[] {
  const text = oneLine(`${description} ${limits}`);
  // Editors cannot parse `params["contract-address"]` as a name.
  const about = isIdentifier(name) ? `params.${name} - ` : `params - \`${name}\`: `;
  return text ? [`@param ${about}${text}`] : [];
}
