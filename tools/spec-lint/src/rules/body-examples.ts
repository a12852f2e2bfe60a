import type { Oas3Rule } from "@redocly/openapi-core";
import { isObject } from "../node.ts";

/** The mock returns named examples, and docs and tests use them. */
export const bodyExamples: Oas3Rule = () => ({
  MediaType(media, { key, report, location }) {
    if (isObject(media.examples) && Object.keys(media.examples).length > 0) {
      return;
    }
    report({
      message: `The ${key} body needs at least one named example under \`examples\`.`,
      location: location.key(),
    });
  },
});
