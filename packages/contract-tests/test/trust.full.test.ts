import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import type { ContractOptions, Report } from "../src/index.ts";
import { findingText } from "../src/report/finding-text.ts";
import { reportText } from "../src/report/text.ts";
import { createTokens, type Fields, NEWEST, tokens } from "./reference/data.ts";
import { runOnReference } from "./reference/run.ts";
import { known } from "./reference/server.ts";
import type { Service } from "./reference/service.ts";

test.each<[string, ContractOptions, RegExp]>([
  ["an unserved chain", { chains: ["etherium"] }, /not serve the chain "etherium"/],
  ["a selection without effect", { include: ["preferred"] }, /nothing was tested/],
  [
    "a time limit within an invariant",
    {
      known,
      include: ["records added while paging *"],
      blockWaitMs: 60_000,
      deadlineMs: 1500,
    },
    /the time limit of 1500 ms was reached/,
  ],
])("the verdict is untested rather than broken: %s", async (_, options, reason) => {
  const report = await runOnReference(options);
  expect(report).toMatchObject({ verdict: "untested", exitCode: 2, ok: false });
  expect(report.reasons.join("\n")).toMatch(reason);
});

test("a wrong token is an obstacle where an optional one is not looked at", async () => {
  const report = await runOnReference({ token: "wrong" }, (service) => {
    const { admits } = service;
    service.admits = (call) => service.isV2(call.operation) || admits.call(service, call);
  });
  expect(report).toMatchObject({ verdict: "untested", exitCode: 2 });
  expect(report.reasons.join()).toMatch(/the token is rejected: queryTag/);
});

test("the verdict names what was left out", async () => {
  const report = await runOnReference({
    known,
    include: ["getBlock"],
    exclude: ["getBlock / method / *"],
  });
  expect(report.verdict).toBe("kept");
  expect(stripVTControlCharacters(reportText(report))).toMatch(
    /^The contract is kept by what was tested\. Left out: all but getBlock; getBlock \/ method \/ \*\.\n/,
  );
});

test("cases are selected beside invariants", async () => {
  const include = ["getBlock / example / *", "getBlock / invariant / *"];
  const { results } = await runOnReference({ known, include });
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(["example", "invariant"]));
});

describe("an invariant with nothing to compare is not applicable", () => {
  const latest = "the latest transactions are complete: every block with all of its transactions";
  const of = (change: (records: readonly Fields[]) => readonly Fields[]) => (service: Service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) => change(recordsOf.call(service, call));
  };
  const newestOnly = of((all) => all.filter((each) => (each.block_number ?? NEWEST) === NEWEST));

  test.each<[string, string, (service: Service) => void, RegExp]>([
    ["unsorted", `getLatestTransactions / invariant / ${latest}`, of(reversed), /order of blocks/],
    [
      "of a single block",
      `getLatestTransactions / invariant / ${latest}`,
      newestOnly,
      /of a single block/,
    ],
    ...[
      "every limit yields *",
      "a page has at most *",
      "without `limit`*",
      "contract-address returns *",
    ].map((name): [string, string, (service: Service) => void, RegExp] => [
      "empty",
      `getErc20Balances / invariant / ${name}`,
      of(() => []),
      /the listings are empty/,
    ]),
  ])("listings that are %s: %s", async (_, include, change, reason) => {
    const { results } = await runOnReference({ known, include: [include] }, change);
    expect(results.map(({ outcome }) => outcome)).toEqual(["not applicable"]);
    expect(results[0]?.reason).toMatch(reason);
  });

  test("and is listed with `strict`", async () => {
    const include = ["getErc20Balances"];
    const report = await runOnReference(
      { known, include, strict: true },
      of(() => []),
    );
    expect(report).toMatchObject({ verdict: "partial", exitCode: 2 });
    expect(report.reasons).toContainEqual(
      expect.stringMatching(/^getErc20Balances: every limit .*: the listings are empty$/),
    );
  });
});

describe("invariants are part of the coverage", () => {
  const everyLimit = "getErc20Balances / invariant / every limit yields *";
  test("one without anything to compare lowers it", async () => {
    const report = await runOnReference(
      { known, include: ["getErc20Balances / invariant / *"] },
      (service) => {
        service.tokens = [];
      },
    );
    const { invariants, percent, unchecked } = report.coverage;
    expect(invariants.applicable - invariants.covered).toBe(unchecked.length);
    expect(unchecked.length).toBeGreaterThan(3);
    expect(percent).toBeLessThan(80);
  });

  test("one that compared a part of long listings says which", async () => {
    const report = await runOnReference({ known, include: [everyLimit] }, (service) => {
      service.tokens = createTokens(5100);
    });
    const extent = "the first 5,000 records";
    expect(report.results).toMatchObject([{ outcome: "passed", extent }]);
    expect(report.coverage.partial).toEqual([
      expect.stringMatching(/^getErc20Balances: every limit .*: the first 5,000 records$/),
    ]);
  });

  test("cursors that are bound to their limit end it early", async () => {
    const report = await runOnReference({ known, include: [everyLimit] }, (service) => {
      service.tokens = createTokens(1200);
      service.scopeOf = ({ path, parameters }) => `${path} ${parameters.limit}`;
    });
    expect(report.results).toMatchObject([
      { outcome: "passed", extent: "the first 1,000 records" },
    ]);
  });
});

describe("a deployment that asks to wait", () => {
  const refused = (
    service: Service,
    call: Parameters<Service["answer"]>[0],
    status: number,
    retryAfter: string,
  ) => {
    const refusal = service.refuse(call, status, "later");
    return { ...refusal, headers: { ...refusal.headers, "retry-after": retryAfter } };
  };
  const failed = ({ results }: Report) => results.filter(({ outcome }) => outcome === "failed");

  test.each([429, 503])("for longer than permitted, with %i, is not broken", async (status) => {
    const report = await runOnReference({ known }, (service) => {
      const { answer } = service;
      service.answer = (call) =>
        call.operation === "getErc20Balances"
          ? refused(service, call, status, "60")
          : answer.call(service, call);
    });
    expect(failed(report)).toEqual([]);
    expect(report).toMatchObject({ verdict: "partial", coverage: { missing: [] } });
    expect(report.reasons).toEqual([
      `getErc20Balances: ${status === 429 ? "rate limited" : "temporarily unavailable"}`,
    ]);
  });
});

test("a token of which nothing is held may be listed if asked for by its contract", async () => {
  const [wallet] = known.getErc20Balances ?? [];
  const [token] = tokens as readonly { contract: { address: string } }[];
  const calls = [{ ...wallet, "contract-address": token?.contract.address }];
  const report = await runOnReference(
    { known: { ...known, getErc20Balances: calls }, include: ["only tokens that *"] },
    (service) => {
      const { recordsOf } = service;
      service.recordsOf = (call) =>
        recordsOf
          .call(service, call)
          .map((each) =>
            call.parameters["contract-address"] ? { ...each, raw_balance: "0" } : each,
          );
    },
  );
  expect(report.results.map(({ outcome }) => outcome)).toEqual(["passed"]);
});

describe("known values are validated against the contract", () => {
  test("before anything is sent", async () => {
    await expect(runOnReference({ known: { getBlok: [{}] } })).rejects.toThrow(
      /unknown operation "getBlok"/,
    );
  });

  test("a response must include the stated facts", async () => {
    const [call] = known.getBlock ?? [];
    const facts = (number: number) => ({
      known: { getBlock: [{ ...call, $response: { block: { number } } }] },
      include: ["getBlock"],
    });
    const right = await runOnReference(facts(Number(call?.block_number)));
    const wrong = await runOnReference(facts(1));
    expect(right.exitCode).toBe(0);
    expect(wrong.results.filter(({ outcome }) => outcome === "failed")).toEqual([
      expect.objectContaining({ name: "known 1: stated facts" }),
    ]);
  });
});

test("an invariant reports every violation", async () => {
  const include = ["getErc20Balances / invariant / *"];
  const report = await runOnReference({ include, known }, (service) => {
    const { finish } = service;
    service.finish = (call, answer) => {
      const body = structuredClone(answer.body) as { erc20TokenBalances?: { balance: string }[] };
      for (const each of body.erc20TokenBalances ?? []) {
        each.balance += "1";
      }
      return finish.call(service, call, { ...answer, body });
    };
  });
  const findings = report.results.flatMap(({ failure }) =>
    (failure?.findings ?? []).map(findingText),
  );
  const tokens = new Set(findings.map(({ expected }) => expected));
  // One for each token that has decimals.
  expect(tokens.size).toBe(6);
});

test("an invariant names the records of a violation, and counts those that it does not name", async () => {
  const include = ["getErc20Balances / invariant / *"];
  const { results } = await runOnReference({ include, known }, (service) => {
    service.tokens = createTokens(150);
    const { itemsAt } = service;
    service.itemsAt = (all, start, end) => {
      const items = itemsAt.call(service, all, start, end);
      return end - start === 100 ? items : items.filter((each) => all.indexOf(each) % 10 !== 5);
    };
  });
  const findings = results.flatMap(({ failure }) => (failure?.findings ?? []).map(findingText));
  const lost = findings.filter(({ expected }) => /every record is listed/.test(expected));
  // With every limit that was tried, not only with the first one.
  expect(new Set(lost.map(({ expected }) => expected)).size).toBeGreaterThan(2);
  const address = "0xabc[0-9a-f]{37}";
  expect(lost[0]?.actual).toMatch(
    new RegExp(`^missing 15: (${address}, ){4}${address} and 10 more$`),
  );
});

test("violations beyond the hundredth are counted", async () => {
  const include = ["getErc20Balances / invariant / balance equals *"];
  const [call] = known.getErc20Balances ?? [];
  const twice = { getErc20Balances: [{ ...call }, { ...call, limit: 50 }] };
  const report = await runOnReference({ include, known: twice }, (service) => {
    service.tokens = createTokens(100).map((each) => ({ ...each, balance: "77777777" }));
  });
  const failures = report.results.flatMap(({ failure }) => failure ?? []);
  // One token of a hundred, and one of fifty, has no decimals.
  expect(failures).toMatchObject([{ findings: { length: 100 }, omitted: 99 + 49 - 100 }]);
});

/** The records in the opposite order. */
function reversed(records: readonly Fields[]): readonly Fields[] {
  return [...records].reverse();
}
