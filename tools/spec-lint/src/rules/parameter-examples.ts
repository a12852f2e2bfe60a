import type { Oas3Rule } from "@redocly/openapi-core";
import { isObject } from "../node.ts";

/** The contract tests call each operation with the examples of its parameters. */
export const parameterExamples: Oas3Rule = () => ({
  Parameter(parameter, { report, location }) {
    const { example, examples } = parameter;
    if (example !== undefined || (isObject(examples) && Object.keys(examples).length > 0)) {
      return;
    }
    report({
      message: `The parameter \`${parameter.name}\` needs an \`example\` or \`examples\`.`,
      location,
    });
  },
});
