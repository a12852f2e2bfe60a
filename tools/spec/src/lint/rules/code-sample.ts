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
        message: `\`${operationId}\` has no code sample. Add samples/${operationId}.ts.`,
        location: location.child("operationId"),
      });
    },
  };
};
