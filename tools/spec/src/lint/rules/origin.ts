import { basename } from "node:path/posix";
import type { Oas3Rule, UserContext } from "@redocly/openapi-core";
import { entriesOf, type Found, follow } from "../node.ts";

/**
 * The interface description specifies no errors and no response headers: chainkit defines them, and
 * the docs must show that. The option `areas` names the documents that follow that description; in all others,
 * every response is their author's own.
 */
export const origin: Oas3Rule = ({ areas = [] }: { readonly areas?: readonly string[] }) => {
  let isDescribed: boolean;
  const judged = new Set<string>();
  const demand = (what: string, { node, location }: Found<object>, ctx: UserContext) => {
    // Shared responses are visited once per operation.
    if (judged.has(location.absolutePointer)) {
      return;
    }
    judged.add(location.absolutePointer);
    const found = (node as { "x-origin"?: unknown })["x-origin"];
    if (found === "chainkit") {
      return;
    }
    ctx.report({
      message: `${what} is not part of the interface description and needs \`x-origin: chainkit\`.`,
      location: found === undefined ? location : location.child("x-origin"),
    });
  };
  return {
    Root(_, { location }) {
      const name = basename(location.source.absoluteRef).replace(/\.ya?ml$/, "");
      isDescribed = areas.includes(name);
    },
    Responses(responses, ctx) {
      if (!isDescribed) {
        return;
      }
      for (const response of entriesOf<Response>(responses, ctx.location, ctx)) {
        const { key, node, location } = response;
        if (!key.startsWith("2")) {
          demand(`The ${key} response`, response, ctx);
        }
        for (const header of entriesOf<object>(node.headers, location.child("headers"), ctx)) {
          demand(`The header \`${header.key}\``, header, ctx);
        }
        for (const media of entriesOf<Media>(node.content, location.child("content"), ctx)) {
          if (media.key !== "application/problem+json") {
            continue;
          }
          const schema = follow<object>(media.node.schema, media.location.child("schema"), ctx);
          if (schema) {
            demand("The schema of a problem", schema, ctx);
          }
        }
      }
    },
  };
};

interface Response {
  headers?: object;
  content?: object;
}
interface Media {
  schema?: object;
}
