import { type OperationDescription, operations } from "@chainkit/client/operations";

/** The operations of all areas. */
export const allOperations: readonly OperationDescription[] = Object.values(operations).flatMap(
  (area) => Object.values<OperationDescription>(area),
);

/** The name of an operation's tool: its id; with its area if another area has the same id. */
export function nameOf({ id, area }: OperationDescription): string {
  return allOperations.filter((each) => each.id === id).length > 1 ? `${area}_${id}` : id;
}
