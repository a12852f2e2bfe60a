import type { Oas3Rule } from "@redocly/openapi-core";
import { entriesOf, isObject } from "../node.ts";

/** `x-volatile` tells tests what caches may hardly keep; a wrong name would check nothing. */
export const volatile: Oas3Rule = () => {
  let ofPath: readonly unknown[] = [];
  return {
    PathItem(item) {
      ofPath = (item.parameters ?? []) as readonly unknown[];
    },
    Operation(operation, { report, location, resolve }) {
      const stated: unknown = (operation as { "x-volatile"?: unknown })["x-volatile"];
      if (stated === undefined) {
        return;
      }
      const at = location.child("x-volatile");
      const { maxAgeSeconds, parameters = {}, ...rest } = isObject(stated) ? stated : {};
      const isRight = Number.isInteger(maxAgeSeconds) && Number(maxAgeSeconds) >= 0;
      if (!isRight || !isObject(parameters) || Object.keys(rest).length > 0) {
        const message =
          "`x-volatile` must have `maxAgeSeconds`, a non-negative integer, and may have `parameters`.";
        report({ message, location: at });
        return;
      }
      const own = { ...[...ofPath, ...((operation.parameters ?? []) as readonly unknown[])] };
      const names = entriesOf<{ name: string }>(own, location.child("parameters"), {
        resolve,
      }).map(({ node }) => node.name);
      for (const name of Object.keys(parameters)) {
        if (!names.includes(name)) {
          const message = `\`x-volatile\` names \`${name}\`, which is not a parameter of this operation.`;
          report({ message, location: at.child("parameters") });
        }
      }
    },
  };
};
