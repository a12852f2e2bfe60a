import { createHash } from "node:crypto";
import { type OperationDescription, operations } from "@chainkit/client/operations";

/** The operations of all areas. */
export const allOperations: readonly OperationDescription[] = Object.values(operations).flatMap(
  (area) => Object.values<OperationDescription>(area),
);

/** Longest name of a tool that clients accept. */
const MAX_LENGTH = 64;

/** The name of an operation's tool: its id; with its area if another area has the same id. */
export function nameOf({ id, area }: OperationDescription): string {
  return allOperations.filter((each) => each.id === id).length > 1 ? `${area}_${id}` : id;
}

/**
 * Names the tool of each operation of a document: its id, in the characters and the length that clients accept. Where
 * two would be equal, each ends with a digest of its id.
 */
export function toolNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const plain = ids.map((id) => id.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, MAX_LENGTH));
  const names = ids.map((id, at) => {
    const name = plain[at] ?? "";
    if (plain.indexOf(name) === plain.lastIndexOf(name)) {
      return [id, name] as const;
    }
    const digest = createHash("sha256").update(id).digest("hex").slice(0, 8);
    return [id, `${name.slice(0, MAX_LENGTH - digest.length - 1)}_${digest}`] as const;
  });
  return new Map(names);
}
