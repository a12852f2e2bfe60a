import type { Oas3Rule } from "@redocly/openapi-core";
import { whyInvalid } from "../schema.ts";

/** A default that violates its own schema would be rejected if a caller sent it. */
export const defaultValid: Oas3Rule = () => ({
  Schema(schema, ctx) {
    if (schema.default === undefined) {
      return;
    }
    const why = whyInvalid(schema.default, { node: schema, location: ctx.location }, ctx);
    if (!why) {
      return;
    }
    ctx.report({
      message: `The default does not match its schema: ${why}.`,
      location: ctx.location.child("default"),
    });
  },
});
