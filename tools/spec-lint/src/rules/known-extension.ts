import type { Oas3Rule } from "@redocly/openapi-core";
import { isObject } from "../node.ts";

const known = [
  "x-absent-example",
  "x-client-option",
  "x-envelope",
  "x-hex-case",
  "x-idempotent",
  "x-origin",
  "x-pagination",
  "x-typescript-type",
  "x-undo",
];

/** An extension with a misspelt name is read by nobody, and nobody says so. */
export const knownExtension: Oas3Rule = () => ({
  // Not `SpecExtension`: Redocly's own rules keep others from seeing scalar extensions.
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
