import { asObject } from "@chainkit/openapi";
import type { Location, Oas3Rule } from "@redocly/openapi-core";

/** `x-undo` names the operation that tests clean up with; a wrong name would clean up nothing. */
export const undo: Oas3Rule = () => {
  const ids = new Set<unknown>();
  const stated: { id: unknown; own: unknown; location: Location }[] = [];
  return {
    Operation(operation, { location }) {
      ids.add(operation.operationId);
      const found: unknown = (operation as { "x-undo"?: unknown })["x-undo"];
      if (found === undefined) {
        return;
      }
      const id = asObject(found).operationId;
      stated.push({ id, own: operation.operationId, location: location.child("x-undo") });
    },
    Root: {
      leave(_, { report }) {
        for (const { id, own, location } of stated) {
          if (!ids.has(id) || id === own) {
            const message = "`x-undo` must name another operation of this file, as `operationId`.";
            report({ message, location });
          }
        }
      },
    },
  };
};
