import { expect, it } from "vitest";
import { usableDocument } from "../src/index.ts";

const tree = {
  $id: "https://example.com/schemas/tree",
  $defs: { amount: { $anchor: "amount", type: "number" }, User: { type: "boolean" } },
};
const schemas = {
  User: { $id: "User", type: "object" },
  Note: { $id: "https://example.com/schemas/note", type: "string" },
};

/** Where a reference leads that is in the tree, or in a schema without an `$id`. */
function read(place: "tree" | "other", $ref: string) {
  const Tree = { ...tree, properties: { value: place === "tree" ? { $ref } : {} } };
  const Other = { items: place === "other" ? { $ref } : {} };
  const components = { schemas: { ...schemas, Tree, Other } };
  const { document } = usableDocument({ openapi: "3.1.0", paths: {}, components });
  return JSON.stringify(document.components).match(/"\$ref":"([^"]*)"/)?.[1];
}

const TREE = "#/components/schemas/Tree";
it.each([
  ["other", "User", "#/components/schemas/User"],
  ["other", "https://example.com/schemas/tree", TREE],
  ["other", "https://example.com/schemas/tree#/$defs/amount", `${TREE}/$defs/amount`],
  ["other", "#amount", `${TREE}/%24defs/amount`],
  ["other", "https://example.com/schemas/tree#amount", `${TREE}/%24defs/amount`],
  ["other", "#/components/schemas/User", "#/components/schemas/User"],
  ["tree", "note", "#/components/schemas/Note"],
  ["tree", "#", TREE],
  ["tree", "#/$defs/User", `${TREE}/$defs/User`],
  ["tree", "#/components/schemas/User", "#/components/schemas/User"],
] as const)("in a schema (%s), %s leads to %s", (place, ref, pointer) => {
  expect(read(place, ref)).toBe(pointer);
});

it.each(["Nobody", "#nobody", "#/nobody"])("%s leads nowhere", (ref) => {
  // A component that needs something broken is left out.
  expect(read("other", ref)).toBeUndefined();
});
