import type { Oas3Rule } from "@redocly/openapi-core";
import { isObject } from "../node.ts";

/** Checks that `x-absent-example` of a parameter is none of its examples. */
export const parameterHints: Oas3Rule = () => ({
  Parameter(parameter, { report, location }) {
    const node = parameter as unknown as Record<string, unknown>;
    const absent = node["x-absent-example"];
    const shown = [node.example, ...Object.values(asExamples(node.examples))];
    if (absent !== undefined && shown.some((each) => each === absent)) {
      const message = "`x-absent-example` must be a value that no record has, unlike the examples.";
      report({ message, location: location.child("x-absent-example") });
    }
  },
});

function asExamples(examples: unknown): Record<string, unknown> {
  return isObject(examples)
    ? Object.fromEntries(
        Object.entries(examples).map(([name, each]) => [name, isObject(each) ? each.value : each]),
      )
    : {};
}
