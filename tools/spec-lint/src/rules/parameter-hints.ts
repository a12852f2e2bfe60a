import type { Oas3Rule } from "@redocly/openapi-core";
import { isObject } from "../node.ts";

/** Checks the test hints of parameters: `x-hex-case` and `x-absent-example`. */
export const parameterHints: Oas3Rule = () => ({
  Parameter(parameter, { report, location }) {
    const node = parameter as unknown as Record<string, unknown>;
    const hexCase = node["x-hex-case"];
    if (hexCase !== undefined && hexCase !== "any") {
      const message = "`x-hex-case` must be `any`: the parameter takes hexadecimal in either case.";
      report({ message, location: location.child("x-hex-case") });
    }
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
