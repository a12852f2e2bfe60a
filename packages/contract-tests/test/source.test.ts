import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createSource } from "../src/spec/source.ts";

const folder = mkdtempSync(join(tmpdir(), "contract-"));
const file = (name: string, lines: readonly string[]) =>
  writeFileSync(join(folder, name), lines.join("\n"));
file("root.yaml", [
  "paths:",
  "  /a:",
  "    $ref: ./shared.yaml#/items/1",
  "list:",
  "  - one",
  "  - name: two",
  "again:",
  "  $ref: '#/list/1'",
]);
file("shared.yaml", ["items:", "  - get: 1", "  - get:", "      id: getA"]);
const source = createSource(join(folder, "root.yaml"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["paths", false, undefined, "root.yaml:1"],
  ["paths /a", false, undefined, "root.yaml:2"],
  ["paths /a", true, undefined, "shared.yaml:3"],
  ["paths /a get id", false, undefined, "shared.yaml:4"],
  ["list 1", false, undefined, "root.yaml:6"],
  ["list 1", false, "name", "root.yaml:6"],
  ["list 1", false, "nothing", "root.yaml:6"],
  ["list 2", false, undefined, undefined],
  ["list", false, "2", "root.yaml:4"],
  ["list name", false, undefined, undefined],
  ["again name", false, undefined, "root.yaml:6"],
  ["again", false, undefined, "root.yaml:7"],
  ["nowhere", true, undefined, undefined],
])("%s, behind its reference: %j, its %s, is at %s", (path, behind, key, place) => {
  const found = source(path.split(" "), behind, key);
  expect(found && `${found.document.split("/").at(-1)}:${found.line}`).toBe(place);
});
