import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { sharesOf } from "../src/coverage/coverage.ts";
import type { Item } from "../src/coverage/items.ts";
import type { Report } from "../src/index.ts";
import type { Finding } from "../src/judge/finding.ts";
import { reportText } from "../src/report/text.ts";
import type { Result } from "../src/results.ts";

const result = (name: string, outcome: Result["outcome"], more: object = {}): Result => ({
  ...{ area: "things", operation: "getThing", kind: "negative", name, outcome, notes: [], ms: 5 },
  ...more,
});
const status = (actual: number): Finding => ({
  ...{ kind: "status", expected: ["400"], because: "the id is invalid", actual },
  ...{ documented: true, excerpt: "{}", rule: { document: "spec/things.yaml", line: 7 } },
});
const failing = (name: string, actual: number) => {
  const failure = { request: `curl "$TARGET"'/things/${name}'`, findings: [status(actual)] };
  return result(name, "failed", { failure });
};
const known = "no existing values are known for getThing; pass --known";
const results = [
  ...["a", "b"].map((name) => result(name, "passed")),
  ...["c", "d", "e", "f"].map((name) => failing(name, 200)),
  result("g", "not applicable", { reason: known }),
  result("h", "passed", { waived: [{ ...status(404), waiver: "name-format" }] }),
  result("i", "passed", { notes: ["the response has the field x"] }),
];
const items = (...states: Item["state"][]): Item[] =>
  states.map((state, index) => ({ name: String(200 + index), state }));
const operations = [
  {
    operation: "getThing",
    statuses: items("covered", "missing", "not applicable"),
    constraints: items("covered"),
    invariants: items("unchecked"),
  },
];
const lists = {
  missing: ["getThing: 201"],
  untried: [],
  unchecked: ["getThing: x"],
  partial: ["getThing: y: the first 5 records"],
};
const report: Report = {
  ...{ target: "http://localhost", seed: 3, verdict: "broken", reasons: [], omitted: [] },
  ...{ exitCode: 1, ok: false, results, ms: 1234 },
  coverage: { ...sharesOf(operations), operations, ...lists },
};

test("a report has the verdict, each cause once, and what was not tried; a verbose one all of them", async () => {
  const texts = [false, true].map((isVerbose) => reportText(report, isVerbose));
  await expect(stripVTControlCharacters(texts.join("\n\n---\n\n"))).toMatchFileSnapshot(
    "catalogue/report.txt",
  );
});

test("where nothing applies, 0 % is covered", () => {
  expect(sharesOf([])).toEqual({
    percent: 0,
    statuses: { covered: 0, applicable: 0 },
    constraints: { covered: 0, applicable: 0 },
    invariants: { covered: 0, applicable: 0 },
  });
});
