import type { Oas3Rule } from "@redocly/openapi-core";

/** `x-idempotent` decides whether a client repeats a request that failed. */
export const idempotent: Oas3Rule = () => ({
  Operation(operation, { key, report, location }) {
    const found = (operation as { "x-idempotent"?: unknown })["x-idempotent"];
    if (typeof found !== "boolean") {
      report({
        message:
          "The operation needs `x-idempotent: true` if it is safe to retry, `false` otherwise.",
        location: found === undefined ? location.key() : location.child("x-idempotent"),
      });
    } else if (!found && (key === "get" || key === "head")) {
      report({
        message: `${String(key).toUpperCase()} is always safe to retry: \`x-idempotent\` must be true.`,
        location: location.child("x-idempotent"),
      });
    }
  },
});
