import type { Oas3Rule } from "@redocly/openapi-core";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** Prism reads a description without a dialect as draft-07, and skips all checks with OpenAPI's own. */
export const jsonSchemaDialect: Oas3Rule = () => ({
  Root(root, { report, location }) {
    const found = (root as { jsonSchemaDialect?: unknown }).jsonSchemaDialect;
    if (found === dialect) {
      return;
    }
    report({
      message: `The document needs \`jsonSchemaDialect: ${dialect}\`, so that all tools interpret the schemas the same way.`,
      location:
        found === undefined ? location.child("openapi").key() : location.child("jsonSchemaDialect"),
    });
  },
});
