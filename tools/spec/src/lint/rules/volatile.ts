import { isObject } from "@chainkit/openapi";
import type { Oas3Rule } from "@redocly/openapi-core";
import { parametersOf } from "../listing.ts";

/** `x-volatile` tells tests which responses caches may hardly keep; a wrong name would check nothing. */
export const volatile: Oas3Rule = () => ({
  PathItem: {
    Operation(operation, ctx, { PathItem }) {
      const stated: unknown = (operation as { "x-volatile"?: unknown })["x-volatile"];
      if (stated === undefined) {
        return;
      }
      const at = ctx.location.child("x-volatile");
      const { maxAgeSeconds, parameters = {}, ...rest } = isObject(stated) ? stated : {};
      const isRight = Number.isInteger(maxAgeSeconds) && Number(maxAgeSeconds) >= 0;
      if (!isRight || !isObject(parameters) || Object.keys(rest).length > 0) {
        const message =
          "`x-volatile` must have `maxAgeSeconds`, a non-negative integer, and may have `parameters`.";
        ctx.report({ message, location: at });
        return;
      }
      const names = parametersOf(operation, PathItem, ctx).map(({ node }) => node.name);
      for (const name of Object.keys(parameters).filter((each) => !names.includes(each))) {
        const message = `\`x-volatile\` names \`${name}\`, which is not a parameter of this operation.`;
        ctx.report({ message, location: at.child("parameters") });
      }
    },
  },
});
