import type { Oas3Rule } from "@redocly/openapi-core";
import { follow } from "../node.ts";

/** A URL has no null, and tools disagree on what stands for it: `limit=`, `limit=null` or nothing. */
export const nullQueryParameter: Oas3Rule = () => ({
  Parameter(parameter, ctx) {
    if (parameter.in !== "query") {
      return;
    }
    const { location, report } = ctx;
    const schema = follow<{ type?: unknown }>(parameter.schema, location.child("schema"), ctx);
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
