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
          message: `The ${key} response must have \`content\` with a schema; a success without a body is a 204.`,
          location,
        });
      }
      for (const { node: medium, location: at } of media) {
        if (medium.schema) {
          continue;
        }
        ctx.report({ message: `The ${key} response's body must have a \`schema\`.`, location: at });
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
