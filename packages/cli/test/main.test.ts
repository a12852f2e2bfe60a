import { expect, test } from "vitest";
import { splitAtCommand } from "../src/main.ts";

test.each([
  ["get --limit 1", undefined, "get", "--limit 1"],
  ["--spec a.yaml get", "a.yaml", "get", ""],
  ["--spec=a.yaml get", "a.yaml", "get", ""],
  ["--output json --spec a.yaml get", "a.yaml", "get", "--output json"],
  ["--spec a.yaml -o json get", "a.yaml", "get", "-o json"],
  ["--verbose --spec a.yaml", "a.yaml", "", "--verbose"],
  // The operation may have a flag of this name.
  ["get --spec a.yaml", undefined, "get", "--spec a.yaml"],
  ["--output json get --spec a.yaml", undefined, "get", "--output json --spec a.yaml"],
  ["--spec a.yaml get --spec b", "a.yaml", "get", "--spec b"],
  ["--output=json get", undefined, "get", "--output=json"],
])("of %s, the document is %s, the command %s", (line, spec, word, rest) => {
  const split = splitAtCommand(line.split(" "));
  expect({ ...split, rest: split.rest.join(" ") }).toMatchObject({ spec, word, rest });
});
