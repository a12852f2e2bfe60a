import { expect, test } from "vitest";
import { placeOf } from "../src/dev/processes.ts";

const below = "\n  const = 1;\n        ^\n\nSyntaxError: Unexpected token '='\n    at compile\n";
const error = "SyntaxError: Unexpected token '='";

test.each([
  ["file:///repo/src/block.ts:12", "/repo", false, "src/block.ts:12"],
  ["/repo/src/block.ts:12", "/repo", false, "src/block.ts:12"],
  ["file:///a%20repo/src/block.ts:12", "/a repo", false, "src/block.ts:12"],
  ["file:///C:/repo/src/block.ts:12", "C:\\repo", true, "src\\block.ts:12"],
  ["C:\\repo\\src\\block.ts:12", "C:\\repo", true, "src\\block.ts:12"],
])("the place of an error is read from %s", (place, root, windows, shown) => {
  expect(placeOf(`${place}${below}`, root, windows)).toBe(`${shown} ${error}`);
});

test("an output without a place has none", () => {
  expect(placeOf(below)).toBeUndefined();
  expect(placeOf("file:///repo/src/block.ts:12\n")).toBeUndefined();
});
