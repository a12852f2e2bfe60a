import type { OperationDescription } from "@chainkit/runtime";

/** An operation that is described by some members, the others being those of a plain read. */
export const operationWith = (of: Partial<OperationDescription>): OperationDescription => ({
  ...{ id: "list", area: "area", method: "GET", path: "/list", summary: "", description: "" },
  ...{ deprecated: false, auth: "none", safe: true, idempotent: true },
  ...{ clientOptions: [], examples: [], responses: {}, places: {}, params: { type: "object" } },
  ...of,
});
