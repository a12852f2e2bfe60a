import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isThorough } from "../../server/test/support/thorough.ts";
import type { ContractOptions, Report } from "../src/index.ts";
import { reportText } from "../src/report/text.ts";
import { CONDITION_NAMES, loadWaivers } from "../src/waivers.ts";
import { sample } from "./defects/attempts.ts";
import { defects } from "./defects/service/index.ts";
import { tryDefect } from "./defects/try.ts";
import { DEVIATIONS } from "./deviations.ts";
import { runOnReference } from "./reference/run.ts";
import { known } from "./reference/server.ts";
import type { Service } from "./reference/service.ts";

const waivers = await loadWaivers();
const ids = waivers.map(({ id }) => id);

const judge = (options: ContractOptions, apply?: (service: Service) => void) =>
  runOnReference({ known, ...options }, apply);

const waiversOf = ({ results }: Report) =>
  new Set(results.flatMap(({ waived = [] }) => waived.map(({ waiver }) => waiver)));
const findingsOf = ({ results }: Report) =>
  results.flatMap(({ failure }) => failure?.findings ?? []);

test("the waivers are those of the register, and each is tried below", () => {
  expect(Object.keys(DEVIATIONS).sort()).toEqual(ids.toSorted());
  const conditions = waivers.flatMap(({ covers = [] }) => covers.flatMap(Object.keys));
  expect(CONDITION_NAMES).toEqual(expect.arrayContaining(conditions));
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  expect(ids.filter((id) => !readme.includes(`\`${id}\``))).toEqual([]);
});

/** What cannot be seen beside the other deviations, which refuse the same requests for another reason. */
const HIDDEN = ["name-format", "name-length"];

// Each night all; the others are told, and allowed, together below.
const tried = Object.entries(DEVIATIONS).filter(([id]) => isThorough || HIDDEN.includes(id));
test.concurrent.each(tried)(
  "a deviation is red, and allowed by its waiver only: %s",
  async (id, deviation) => {
    const { apply, include, options = {} } = deviation;
    const others = ids.filter((each) => each !== id);
    const refused = await judge({ ...options, include, allow: others }, apply);
    const allowed = await judge({ ...options, include, allow: [id] }, apply);

    expect(refused.exitCode).toBe(1);
    expect(new Set(findingsOf(refused).map(({ waiver }) => waiver))).toEqual(new Set([id]));
    expect(reportText(refused, false)).toContain(`--allow ${id}`);
    expect(findingsOf(allowed)).toEqual([]);
    expect(allowed.exitCode).toBe(0);
    expect([...waiversOf(allowed)]).toEqual([id]);
    expect(reportText(allowed, false)).toMatch(new RegExp(`Allowed deviations\\n  ${id}: \\d+`));
  },
);

test("a deployment that deviates wherever it may breaks the contract, and keeps it with every waiver", async () => {
  const all = Object.values(DEVIATIONS);
  const options: ContractOptions = Object.assign({}, ...all.map((each) => each.options));
  const deviate = (service: Service) => {
    for (const { apply } of all) {
      apply(service);
    }
  };
  const refused = await judge(options, deviate);
  expect(refused.verdict).toBe("broken");
  const named = new Set(findingsOf(refused).map(({ waiver }) => waiver));
  expect([...named].sort()).toEqual(ids.filter((id) => !HIDDEN.includes(id)).toSorted());
  const report = await judge({ ...options, allow: ids, strict: true }, deviate);
  expect(findingsOf(report)).toEqual([]);
  expect(report.coverage.missing).toEqual([]);
  expect(report.verdict).toBe("kept");
  expect([...waiversOf(report)].sort()).toEqual(ids.toSorted());
});

test("what the register does not name stays red, with every waiver", async () => {
  const green: string[] = [];
  for (const defect of sample(defects, 4)) {
    if ((await tryDefect(defect, ids)).caughtBy === undefined) {
      green.push(defect.name);
    }
  }
  expect(green).toEqual([]);
});
