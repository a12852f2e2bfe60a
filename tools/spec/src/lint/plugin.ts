import type { Oas3Rule, Plugin } from "@redocly/openapi-core";
import { codeSample } from "./rules/code-sample.ts";
import { defaultValid } from "./rules/default-valid.ts";
import { headerExamples } from "./rules/header-examples.ts";
import { knownExtension } from "./rules/known-extension.ts";
import { nullQueryParameter } from "./rules/null-query-parameter.ts";
import { origin } from "./rules/origin.ts";
import { pagination } from "./rules/pagination.ts";
import { paginationExamples } from "./rules/pagination-examples.ts";
import { parameterHints } from "./rules/parameter-hints.ts";
import { patternUnicode } from "./rules/pattern-unicode.ts";
import { undo } from "./rules/undo.ts";
import { volatile } from "./rules/volatile.ts";

const rules: Record<string, Oas3Rule> = {
  "code-sample": codeSample,
  "default-valid": defaultValid,
  "header-examples": headerExamples,
  "known-extension": knownExtension,
  "null-query-parameter": nullQueryParameter,
  origin,
  pagination,
  "pagination-examples": paginationExamples,
  "parameter-hints": parameterHints,
  "pattern-unicode": patternUnicode,
  undo,
  volatile,
};

/**
 * Redocly plugin with the custom rules. `extends: [chainkit/all]` enables all of them as errors, so
 * that a new rule applies as soon as it is listed here.
 */
export default function plugin(): Plugin {
  const all = Object.fromEntries(Object.keys(rules).map((name) => [`chainkit/${name}`, "error"]));
  return {
    id: "chainkit",
    rules: { oas3: rules },
    configs: { all: { rules: all as Record<string, "error"> } },
  };
}
