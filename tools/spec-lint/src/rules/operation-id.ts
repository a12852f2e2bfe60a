import type { Oas3Rule } from "@redocly/openapi-core";

/** The operation id is the name of the client's method. */
export const operationId: Oas3Rule = () => ({
  Operation({ operationId: id }, { report, location }) {
    if (id === undefined) {
      report({
        message:
          "The operation needs an `operationId` in lowerCamelCase, the name of the client method.",
        location: location.key(),
      });
    } else if (!/^[a-z][a-zA-Z0-9]*$/.test(id)) {
      report({
        message: `\`${id}\` must be in lowerCamelCase, because it names the client method.`,
        location: location.child("operationId"),
      });
    }
  },
});
