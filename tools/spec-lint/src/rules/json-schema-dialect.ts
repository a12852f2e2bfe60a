import type { Oas3Rule } from "@redocly/openapi-core";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** Without a dialect Prism validates as draft-07, and with OpenAPI's own dialect not at all. */
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
