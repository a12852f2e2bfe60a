import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Oas3Rule } from "@redocly/openapi-core";

/** Each operation's sample is shown in the docs, compiled and run. */
export const codeSample: Oas3Rule = () => {
  let folder = "";
  return {
    Root(_root, { location }) {
      folder = join(dirname(location.source.absoluteRef), "samples");
    },
    Operation({ operationId }, { report, location }) {
      if (!operationId || existsSync(join(folder, `${operationId}.ts`))) {
        return;
      }
      report({
        message: `\`${operationId}\` must have a code sample: write samples/${operationId}.ts beside the description.`,
        location: location.child("operationId"),
      });
    },
  };
};
