import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { expect, test } from "vitest";
import { Findings, list, placeFirst } from "../src/dev/findings.ts";

const spec = "spec/chain-data.yaml";
const edited = [join(repositoryRoot, spec)];
const ofNode = "packages/server/src/a.ts:12 SyntaxError: no";

test.each([
  ["of a parser", `Unexpected end in "${edited[0]}" (60:2)`, `${spec}:60:2 Unexpected end`],
  ["of Node", ofNode, ofNode],
  ["without one", "no operation getBlock", `${spec}: no operation getBlock`],
])("an error says first where it is: %s", (_, message, line) => {
  expect(placeFirst(message, edited)).toBe(line);
});

test("many problems are counted after the first", () => {
  const problems = Array.from({ length: 10 }, (_, index) => `\n    problem ${index}`);
  const all = problems.map((line) => line.trim());
  expect(list(all.slice(2))).toBe(problems.slice(2).join(""));
  const rest = "\n    and 2 more; npx --yes pnpm@12 lint lists all";
  expect(list(all)).toBe(problems.slice(0, 8).join("") + rest);
});

test("a finding is shown once while it remains, also where lines above it moved it", () => {
  const unsaid = (line: number) => `spec/a.yaml:${line}:5 summary is missing`;
  const findings = new Findings();
  expect(findings.fresh([unsaid(33)])).toEqual([unsaid(33)]);
  findings.keep([unsaid(33)]);
  const other = "spec/b.yaml:33:5 summary is missing";
  expect(findings.fresh([unsaid(34), other])).toEqual([other]);
  findings.keep([]);
  expect(findings.fresh([unsaid(34)])).toEqual([unsaid(34)]);
});
