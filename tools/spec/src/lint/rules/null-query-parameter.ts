import type { Oas3Rule } from "@redocly/openapi-core";
import { follow } from "../node.ts";

/** URLs have no null, and tools disagree on its form: `limit=`, `limit=null` or absence. */
export const nullQueryParameter: Oas3Rule = () => ({
  Parameter(parameter, ctx) {
    if (parameter.in !== "query") {
      return;
    }
    const { location, report } = ctx;
    const schema = follow<{ type?: unknown }>(parameter.schema, location, ctx);
    if (!schema || ![schema.node.type].flat().includes("null")) {
      return;
    }
    const description = parameter.description ?? "";
    if (/\bnull\b/i.test(description) && /\babsen|\bomit|\bleav|\bleft out/i.test(description)) {
      return;
    }
    report({
      message: `The description of \`${parameter.name}\` must state how null is sent, namely by omitting the parameter.`,
      location: parameter.description === undefined ? location : location.child("description"),
    });
  },
});
