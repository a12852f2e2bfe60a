import { expect, it } from "vitest";
import { lenient } from "../src/lenient.ts";

const read = lenient({
  type: "object",
  properties: {
    text: { type: "string" },
    count: { type: "integer" },
    ratio: { type: "number" },
    flag: { type: "boolean" },
    either: { type: ["string", "integer"] },
    kind: { $ref: "#/$defs/Kind" },
    chainName: { type: "string" },
  },
  $defs: { Kind: { type: "string", enum: ["ethereum", "Base", "BASE"] } },
});

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
])("%j is read as %j", (given, meant) => {
  expect(read(given)).toEqual(meant);
});
