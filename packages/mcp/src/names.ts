import { createHash } from "node:crypto";

/** Longest name of a tool that clients accept. */
const MAX_LENGTH = 64;

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
