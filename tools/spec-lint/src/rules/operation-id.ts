import type { Oas3Rule } from "@redocly/openapi-core";

/** The operation id is the name of the client's method. */
export const operationId: Oas3Rule = () => ({
  Operation({ operationId: id }, { report, location }) {
    if (id === undefined) {
      report({
        message:
          "The operation must have an `operationId` in lowerCamelCase; it names the client's method.",
        location: location.key(),
      });
    } else if (!/^[a-z][a-zA-Z0-9]*$/.test(id)) {
      report({
        message: `\`${id}\` must be in lowerCamelCase; it names the client's method.`,
        location: location.child("operationId"),
      });
    }
  },
});
