import type { OperationModel, ParameterModel } from "./model.ts";
import { isIdentifier } from "./names.ts";

/**
 * A documentation comment of the given lines, ending in a line break; nothing if there are none.
 * Empty lines at the end, and of two in a row one, are left out.
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

/** Text of the spec as lines of a docstring, in which no line of it is taken for a tag. */
function prose(text: string): string[] {
  const lines = text.trim().split(/\r\n|\r|\n/);
  return lines.map((line) => line.replace(/^(\s*)@/, "$1\\@"));
}

/** Text of the spec on one line. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** The docstring of one property of a `Params` type. */
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

const authSentences = { required: "Requires a token. ", optional: "Token optional. " };

/** The docstring of one method. */
export function operationDoc(operation: OperationModel, sample: string | undefined): string[] {
  const { summary, description, rule, parameters, errors, link, deprecated } = operation;
  const auth = rule.auth ? authSentences[rule.auth] : "";
  const repeat = rule.idempotent ? "Safe to retry." : "Not safe to retry.";
  const returns = oneLine(operation.responseDescription);
  return [
    ...prose(summary),
    "",
    ...prose(description),
    "",
    `\`${rule.method} ${rule.path}\`. ${auth}${repeat}`,
    "",
    ...parameters.filter((parameter) => !parameter.rule.option).flatMap(parameterLine),
    ...(returns ? [`@returns ${returns}`] : []),
    ...errors.map(({ status, description: why }) =>
      `@throws HTTP ${status === "default" ? "any other status" : status} — ${oneLine(why)}`.trim(),
    ),
    ...(deprecated ? ["@deprecated"] : []),
    ...(link ? [`@see ${link}`] : []),
    ...(sample ? ["@example", "```ts", ...sample.trim().split(/\r?\n/), "```"] : []),
  ];
}

/** Nothing for a parameter of which there is nothing to say. */
function parameterLine({ name, description, limits }: ParameterModel): string[] {
  const path = isIdentifier(name) ? `params.${name}` : `params[${JSON.stringify(name)}]`;
  const text = oneLine(`${description} ${limits}`);
  return text ? [`@param ${path} - ${text}`] : [];
}
