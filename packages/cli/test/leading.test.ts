import { expect, test } from "vitest";
import { takeCommand, takeSpec } from "../src/leading.ts";

test.each([
  ["get --limit 1", undefined, "get --limit 1"],
  ["--spec a.yaml get", "a.yaml", "get"],
  ["--spec=a.yaml get", "a.yaml", "get"],
  ["--output json --spec a.yaml get", "a.yaml", "--output json get"],
  ["-o json --spec a.yaml get", "a.yaml", "-o json get"],
  ["--verbose --spec a.yaml", "a.yaml", "--verbose"],
  // The operation may have a flag of this name.
  ["get --spec a.yaml", undefined, "get --spec a.yaml"],
  ["--output json get --spec a.yaml", undefined, "--output json get --spec a.yaml"],
  ["--spec a.yaml get --spec b", "a.yaml", "get --spec b"],
])("of %s, the document is %s", (line, file, rest) => {
  expect(takeSpec(line.split(" "))).toEqual([file, rest.split(" ")]);
});

test("--spec needs a file", () => {
  expect(() => takeSpec(["--spec"])).toThrow("--spec needs a file");
  expect(() => takeSpec(["--spec=", "get"])).toThrow("--spec needs a file");
});

test.each([
  ["--output json get --limit 1", "get", "--output json --limit 1"],
  ["-o json get", "get", "-o json"],
  ["--output=json get", "get", "--output=json"],
  ["--verbose get", "get", "--verbose"],
  ["--verbose", "", "--verbose"],
])("of %s, the command is %s", (line, command, rest) => {
  expect(takeCommand(line.split(" "))).toEqual([command, rest.split(" ")]);
});
