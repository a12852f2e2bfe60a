import type { Oas3Rule } from "@redocly/openapi-core";

/** `nullable` is OpenAPI 3.0: in 3.1, some tools support it and others ignore it. */
export const noNullable: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    if (!("nullable" in schema)) {
      return;
    }
    report({
      message: 'OpenAPI 3.1 has no `nullable`: write `type: [<type>, "null"]`.',
      location: location.child("nullable").key(),
    });
  },
});
