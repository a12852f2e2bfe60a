import { expect, it } from "vitest";
import { lenient } from "../src/validate.ts";

const schema: Parameters<typeof lenient>[0] = {
  type: "object",
  required: ["needed"],
  properties: {
    text: { type: "string" },
    count: { type: "integer" },
    ratio: { type: "number" },
    flag: { type: "boolean" },
    either: { type: ["string", "integer"] },
    kind: { $ref: "#/$defs/Kind" },
    chainName: { type: "string" },
    needed: { type: "string" },
    nullable: { type: ["string", "null"] },
    named: { $ref: "#/$defs/Name" },
    free: {},
  },
  $defs: {
    Kind: { type: "string", enum: ["ethereum", "Base", "BASE"] },
    Name: { enum: ["a", null] },
  },
};

it.each([
  [{ text: 5 }, { text: "5" }],
  [{ text: 1.5 }, { text: 1.5 }],
  [{ text: "A" }, { text: "A" }],
  [{ count: "12" }, { count: 12 }],
  [{ count: " -12 " }, { count: -12 }],
  [{ count: "12a" }, { count: "12a" }],
  [{ ratio: "3" }, { ratio: 3 }],
  [{ flag: "3" }, { flag: "3" }],
  [{ count: "99999999999999999999" }, { count: "99999999999999999999" }],
  [{ either: 5 }, { either: 5 }],
  [{ kind: " Ethereum" }, { kind: "ethereum" }],
  [{ kind: "base" }, { kind: "Base" }],
  [{ kind: "BASE" }, { kind: "BASE" }],
  [{ kind: "Bases" }, { kind: "Bases" }],
  [{ chainName: "Polygon " }, { chainName: "polygon" }],
  [{ other: 5 }, { other: 5 }],
  [{ text: null, kind: null, flag: null }, {}],
  [{ needed: null }, { needed: null }],
  [
    { nullable: null, named: null, free: null },
    { nullable: null, named: null, free: null },
  ],
  [{ other: null }, { other: null }],
])("%j is read as %j", (given, meant) => {
  expect(lenient(schema, given)).toEqual(meant);
});
