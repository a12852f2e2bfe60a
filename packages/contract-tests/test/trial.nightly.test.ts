import { describe, expect, test } from "vitest";
import type { ContractOptions, Report } from "../src/index.ts";
import { titleOfResult } from "../src/results.ts";
import { runContract } from "../src/run.ts";
import { loadWaivers } from "../src/waivers/waivers.ts";
import {
  exchangeDefects,
  FOUND_BY,
  type Mutation,
  Recorded,
  startProxy,
} from "./defects/corpus.ts";
import { known, startReference } from "./reference/server.ts";
import { TOKEN } from "./reference/service.ts";

const waivers = (await loadWaivers()).map(({ id }) => id);
const trial = exchangeDefects.filter(({ author }) => author === "trial");
const forbidden = trial.filter(({ basis }) => basis !== "allowed");
const allowed = trial.filter(({ basis }) => basis === "allowed");
const recorded = new Recorded(FOUND_BY);

/** Reports about the reference behind a proxy. */
async function judge(mutation: Mutation, options: ContractOptions): Promise<Report> {
  const reference = await startReference();
  const proxy = await startProxy(reference.url, mutation);
  try {
    const target = { target: proxy.url, token: TOKEN, seed: 1, blockWaitMs: 0 };
    return await runContract({ ...target, ...options });
  } finally {
    await proxy.close();
    await reference.close();
  }
}

describe("finds what a trial found missed", () => {
  test.concurrent.each(forbidden)("$name", async ({ basis, kind, name, mutation }) => {
    const title = recorded.titleOf(`trial ${basis}: ${kind}: ${name}`);
    const include = title === undefined ? {} : { include: [title] };
    const report = await judge(mutation, { known, bail: true, ...include });
    expect(report.verdict).toBe("broken");
  });
});

test("raises at most one alarm for what a trial found to be allowed, with every waiver", async () => {
  // The form of token ids is one of the questions: they are discovered.
  const { getNft: _, ...others } = known;
  const alarms: string[] = [];
  for (const { name, mutation } of allowed) {
    const { results } = await judge(mutation, { known: others, allow: waivers });
    const failed = results.filter(({ outcome }) => outcome === "failed").map(titleOfResult);
    alarms.push(...failed.map((title) => `${name}: ${title}`));
  }
  expect(new Set(alarms.map((alarm) => alarm.split(":")[0])).size, alarms.join("\n")).toBeLessThan(
    2,
  );
});
