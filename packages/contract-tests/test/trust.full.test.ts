import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import type { ContractOptions, Report } from "../src/index.ts";
import { findingText } from "../src/report/finding-text.ts";
import { reportText } from "../src/report/text.ts";
import { decides } from "./defects/service/defect.ts";
import { ignoringKeys } from "./deviations.ts";
import { createTokens, type Fields, NEWEST, tokens } from "./reference/data.ts";
import { runOnReference } from "./reference/run.ts";
import { known } from "./reference/server.ts";
import type { Service } from "./reference/service.ts";

type Change = (service: Service) => void;

/** Runs a part of the suite against a reference that is changed. */
const run = (include: readonly string[], change?: Change, options: ContractOptions = {}) =>
  runOnReference({ known, include, ...options }, change);

const failedOf = ({ results }: Report) => results.filter(({ outcome }) => outcome === "failed");
const findingsOf = ({ results }: Report) =>
  results.flatMap(({ failure }) => (failure?.findings ?? []).map(findingText));

/** Changes the records of listings. */
const records = (change: (records: readonly Fields[]) => readonly Fields[]) =>
  decides("recordsOf", (own, call) => change(own(call)));

test.each<[string, ContractOptions, string]>([
  ["an unserved chain", { chains: ["etherium"] }, 'not serve the chain "etherium"'],
  ["a selection without effect", { include: ["preferred"] }, "nothing was tested"],
  [
    "a time limit within an invariant",
    { known, include: ["records added while paging *"], blockWaitMs: 60_000, deadlineMs: 1500 },
    "the time limit of 1500 ms was reached",
  ],
])("the verdict is untested rather than broken: %s", async (_, options, reason) => {
  const { verdict, exitCode, ok, reasons } = await runOnReference(options);
  expect({ verdict, exitCode, ok }).toEqual({ verdict: "untested", exitCode: 2, ok: false });
  expect(reasons.join("\n")).toContain(reason);
});

test("a wrong token is an obstacle where an optional one is not looked at", async () => {
  const { verdict, exitCode, reasons } = await runOnReference({ token: "wrong" }, ignoringKeys);
  expect({ verdict, exitCode }).toEqual({ verdict: "untested", exitCode: 2 });
  expect(reasons.join()).toMatch(/^the token is rejected: queryTag/);
});

test("the verdict names what was left out", async () => {
  const report = await run(["getBlock"], undefined, { exclude: ["getBlock / method / *"] });
  expect(report.verdict).toBe("kept");
  expect(stripVTControlCharacters(reportText(report, false))).toMatch(
    /^The contract is kept by what was tested\. Left out: all but getBlock; getBlock \/ method \/ \*\.\n/,
  );
});

test("cases are selected beside invariants, and each result is told", async () => {
  const told: unknown[] = [];
  const onResult = (each: unknown) => void told.push(each);
  const only = ["getBlock / example / *", "getBlock / invariant / *"];
  const { results, coverage } = await run(only, undefined, { onResult });
  expect(told).toEqual(results);
  const [reasons] = coverage.operations.map((each) => each.constraints.map(({ reason }) => reason));
  expect([coverage.missing, reasons?.includes("not selected")]).toEqual([[], true]);
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(["example", "invariant"]));
});

const latest =
  "getLatestTransactions / invariant / the latest transactions are complete: every block with all of its transactions";
const newestOnly = records((all) => all.filter((each) => (each.block_number ?? NEWEST) === NEWEST));
const unsorted = "the listing is not in the order of blocks";

test.each<[string, string, Change, string]>([
  ["unsorted", latest, records((all) => all.toReversed()), unsorted],
  ["of a single block", latest, newestOnly, "the latest transactions are of a single block"],
])(
  "an invariant with nothing to compare is not applicable: of listings that are %s, %s",
  async (_, include, change, reason) => {
    const { results } = await run([include], change);
    expect(results.map((each) => [each.outcome, each.reason])).toEqual([
      ["not applicable", reason],
    ]);
  },
);

test.each<[string, number, Change]>([
  ["as far as listings are read", 5_000, () => {}],
  [
    "where cursors are bound to their limit",
    1_000,
    (service) => {
      service.scopeOf = ({ path, parameters }) => `${path} ${parameters.limit}`;
    },
  ],
])(
  "an invariant that compared a part of long listings says which: %s",
  async (_, count, change) => {
    const everyLimit = "every limit yields the same records, each once, up to the end";
    const { results, coverage } = await run(
      [`getErc20Balances / invariant / ${everyLimit}`],
      (service) => {
        service.tokens = createTokens(count + 100);
        change(service);
      },
    );
    const extent = `the first ${count.toLocaleString("en")} records`;
    expect(results.map((each) => [each.outcome, each.extent])).toEqual([["passed", extent]]);
    expect(coverage.partial).toEqual([`getErc20Balances: ${everyLimit}: ${extent}`]);
  },
);

test.each([
  [429, "rate limited"],
  [503, "temporarily unavailable"],
])("a deployment that asks to wait too long, with %i, is not broken", async (status, reason) => {
  const report = await runOnReference({ known }, (service) =>
    decides("answer", (own, call) => {
      const refusal = service.refuse(call, status, "later");
      return call.operation === "getErc20Balances"
        ? { ...refusal, headers: { ...refusal.headers, "retry-after": "60" } }
        : own(call);
    })(service),
  );
  const { verdict, reasons, coverage } = report;
  expect(failedOf(report)).toEqual([]);
  expect({ verdict, reasons, missing: coverage.missing }).toEqual({
    ...{ verdict: "partial", missing: [] },
    reasons: [`getErc20Balances: ${reason}`],
  });
});

test("a token of which nothing is held may be listed if asked for by its contract", async () => {
  const [token] = tokens as readonly { contract: { address: string } }[];
  const call = { ...known.getErc20Balances?.[0], "contract-address": token?.contract.address };
  const change = decides("recordsOf", (own, asked) => {
    const isOfOne = asked.parameters["contract-address"] !== undefined;
    return own(asked).map((each) => (isOfOne ? { ...each, raw_balance: "0" } : each));
  });
  const calls = { known: { ...known, getErc20Balances: [call] } };
  const { results } = await run(["only tokens that *"], change, calls);
  expect(results.map(({ outcome }) => outcome)).toEqual(["passed"]);
});

test("known values are validated against the contract before anything is sent", async () => {
  const unknown = 'known values: unknown operation "getBlok"';
  await expect(runOnReference({ known: { getBlok: [{}] } })).rejects.toThrow(unknown);
});

test.each([
  ["as stated", NEWEST, []],
  ["another one", 1, ["known 1: stated facts"]],
])("a response must include the stated facts: %s", async (_, number, failed) => {
  const [call] = known.getBlock ?? [];
  const stated = { getBlock: [{ ...call, $response: { block: { number } } }] };
  const report = await run(["getBlock"], undefined, { known: stated });
  expect(failedOf(report).map(({ name }) => name)).toEqual(failed);
});

test("an invariant names the records of a violation, and counts those that it does not name", async () => {
  const report = await run(["getErc20Balances / invariant / *"], (service) => {
    service.tokens = createTokens(150);
    decides("itemsAt", (own, all, start, end) =>
      own(all, start, end).filter((each) => end - start === 100 || all.indexOf(each) % 10 !== 5),
    )(service);
  });
  const lost = findingsOf(report).filter(({ expected }) => /every record is listed/.test(expected));
  // With every limit that was tried, not only with the first one.
  expect(new Set(lost.map(({ expected }) => expected)).size).toBeGreaterThan(2);
  const address = "0xabc[0-9a-f]{37}";
  expect(lost[0]?.actual).toMatch(
    new RegExp(`^missing 15: (${address}, ){4}${address} and 10 more$`),
  );
});

test("violations beyond the hundredth are counted", async () => {
  const [call] = known.getErc20Balances ?? [];
  const change = (service: Service) => {
    service.tokens = createTokens(100).map((each) => ({ ...each, balance: "77777777" }));
  };
  const twice = { known: { getErc20Balances: [{ ...call }, { ...call, limit: 50 }] } };
  const { results } = await run(["getErc20Balances / invariant / balance equals *"], change, twice);
  // One token of a hundred, and one of fifty, has no decimals.
  const counts = results.map(({ failure }) => [failure?.findings.length, failure?.omitted]);
  expect(counts).toEqual([[100, 99 + 49 - 100]]);
});
