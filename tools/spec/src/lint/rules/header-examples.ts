import type { Oas3Rule } from "@redocly/openapi-core";
import { entriesOf, follow } from "../node.ts";
import { whyInvalid } from "../schema.ts";

/** Redocly checks the examples of bodies and parameters, but not those of headers. */
export const headerExamples: Oas3Rule = () => ({
  Header(header, ctx) {
    const { location, report } = ctx;
    const named = entriesOf<{ value?: unknown }>(header.examples, location.child("examples"), ctx);
    const examples = named.map(({ node, location: at }) => ({
      value: node.value,
      at: at.child("value"),
    }));
    if (header.example !== undefined) {
      examples.push({ value: header.example, at: location.child("example") });
    }
    const schema = follow<object>(header.schema, location, ctx);
    if (!schema) {
      return;
    }
    for (const { value, at } of examples) {
      const why = whyInvalid(value, schema, ctx);
      if (!why) {
        continue;
      }
      report({
        message: `The example does not match the header's schema: ${why}.`,
        location: at,
      });
    }
  },
});
