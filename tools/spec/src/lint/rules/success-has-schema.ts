import type { Oas3Rule } from "@redocly/openapi-core";
import { entriesOf } from "../node.ts";

/** A success without a schema has no type in the clients and no check in the contract tests. */
export const successHasSchema: Oas3Rule = () => ({
  Responses(responses, ctx) {
    for (const { key, node, location } of entriesOf<Response>(responses, ctx.location, ctx)) {
      if (!key.startsWith("2") || key === "204") {
        continue;
      }
      const media = entriesOf<Media>(node.content, location.child("content"), ctx);
      if (media.length === 0) {
        ctx.report({
          message: `The ${key} response needs \`content\` with a schema; use 204 for a success without a body.`,
          location,
        });
      }
      for (const { node: medium, location: at } of media) {
        if (medium.schema) {
          continue;
        }
        ctx.report({
          message: `The body of the ${key} response needs a \`schema\`.`,
          location: at,
        });
      }
    }
  },
});

interface Response {
  content?: object;
}
interface Media {
  schema?: object;
}
