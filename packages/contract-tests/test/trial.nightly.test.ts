import { describe, expect, test } from "vitest";
import { exchangeDefects } from "./defects/corpus.ts";
import { alarmsOf, isFound } from "./defects/exchange.ts";

const trial = exchangeDefects.filter(({ author }) => author === "trial");

describe("finds what a trial found missed", () => {
  const forbidden = trial.filter(({ basis }) => basis !== "allowed");
  test.concurrent.each(forbidden)("$name", async (defect) => {
    expect(await isFound(defect)).toBe(true);
  });
});

test("raises at most one alarm for what a trial found to be allowed, with every waiver", async () => {
  const alarms: string[] = [];
  for (const behaviour of trial.filter(({ basis }) => basis === "allowed")) {
    const titles = await alarmsOf(behaviour);
    alarms.push(...(titles.length > 0 ? [`${behaviour.name}: ${titles.join(", ")}`] : []));
  }
  expect(alarms.slice(0, 1)).toEqual(alarms);
});
