import { asObject } from "@chainkit/openapi";
import type { Oas3Rule } from "@redocly/openapi-core";

/** Checks that `x-absent-example` of a parameter is none of its examples. */
export const parameterHints: Oas3Rule = () => ({
  Parameter(parameter, { report, location }) {
    const node = parameter as unknown as Record<string, unknown>;
    const absent = node["x-absent-example"];
    const named = Object.values(asObject(node.examples)).map((each) => asObject(each).value);
    if (absent !== undefined && [node.example, ...named].includes(absent)) {
      const message = "`x-absent-example` must be a value that no record has, unlike the examples.";
      report({ message, location: location.child("x-absent-example") });
    }
  },
});
