import { isObject } from "@chainkit/openapi";
import type { Oas3Rule } from "@redocly/openapi-core";

const known = [
  "x-absent-example",
  "x-client-option",
  "x-coverage",
  "x-envelope",
  "x-hex-case",
  "x-idempotent",
  "x-origin",
  "x-pagination",
  "x-scope",
  "x-typescript-type",
  "x-undo",
  "x-volatile",
];

/** A misspelt extension would be silently ignored by all tools. */
export const knownExtension: Oas3Rule = () => ({
  // Not `SpecExtension`: Redocly's built-in rules hide scalar extensions from other rules.
  any(node, { type, report, location }) {
    if (type.extensionsPrefix !== "x-" || !isObject(node)) {
      return;
    }
    for (const key of Object.keys(node)) {
      if (!key.startsWith("x-") || known.includes(key)) {
        continue;
      }
      report({
        message: `Unknown extension \`${key}\`; expected one of ${known.join(", ")}.`,
        location: location.child(key).key(),
      });
    }
  },
});
