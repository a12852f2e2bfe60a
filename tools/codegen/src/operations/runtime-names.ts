import { docstring } from "./docstring.ts";
import { literal } from "./literal.ts";
import { exportedTypes, runtimeTypes } from "./type-names.ts";

/**
 * Emits what comes from the runtime, and the exports of those of its types that a client returns, but for
 * names that an operation has: the errors of `http` are `HttpError`.
 */
export function runtimeNames(body: string, parts: readonly string[]): string {
  const used = runtimeTypes.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  const names = [...used.map((name) => `type ${name}`), ...parts];
  const exported = exportedTypes.filter((name) => !body.includes(`export type ${name} =`));
  return [
    `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "@chainkit/runtime";\n`,
    `export type {\n${exported.map((name) => `  ${name},\n`).join("")}} from "@chainkit/runtime";\n`,
    body.includes("Contract[") ? 'import type { operations as Contract } from "./types.ts";\n' : "",
  ].join("");
}

/** Emits the parts of the runtime that the operations use; a client ships no others. */
export function partsList(
  area: string,
  options: readonly string[],
  parts: readonly string[],
): string {
  const doc = docstring(["Name of the area, and parts of the runtime that the operations use."]);
  const own = options.length > 0 && {
    options: Object.fromEntries(options.map((name) => [name, null])),
  };
  const all = [literal({ area, ...own }), ...parts];
  return `${doc}export const parts: readonly Parts[] = [${all.join(", ")}];\n`;
}
