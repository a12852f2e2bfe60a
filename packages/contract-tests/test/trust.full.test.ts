import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { stripVTControlCharacters } from "node:util";
import { startMock } from "@chainkit/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ContractOptions, Report } from "../src/index.ts";
import { runContract } from "../src/index.ts";
import { findingText } from "../src/report/finding-text.ts";
import { githubAnnotations } from "../src/report/github.ts";
import { junit } from "../src/report/junit.ts";
import { reportText } from "../src/report/text.ts";
import { createSelection } from "../src/selection.ts";
import { problem } from "./reference/answers.ts";
import { createTokens, type Fields, NEWEST, tokens } from "./reference/data.ts";
import { known, startReference } from "./reference/server.ts";
import { type Service, TOKEN } from "./reference/service.ts";

async function judge(
  options: ContractOptions,
  change?: (service: Service) => void,
): Promise<Report> {
  const reference = await startReference(change);
  try {
    const target = options.target ?? reference.url;
    return await runContract({ token: TOKEN, seed: 1, blockWaitMs: 0, ...options, target });
  } finally {
    await reference.close();
  }
}

describe("the verdict is untested rather than broken", () => {
  let url: string;
  const gateway = createServer((_, response) => {
    response.writeHead(404, { "content-type": "text/html" }).end("<html>no such page</html>");
  });
  let mock: Awaited<ReturnType<typeof startMock>>;
  const site = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("\n<!doctype html><p>Sign in</p>");
  });
  let siteUrl: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    mock = await startMock();
  });
  afterAll(() => {
    for (const server of [gateway, site]) {
      server.close();
      server.closeAllConnections();
    }
    return mock?.close();
  });

  test.each<[string, () => ContractOptions, RegExp]>([
    ["a dead port", () => ({ target: "http://127.0.0.1:9" }), /cannot reach .*ECONNREFUSED/],
    ["a wrong base path", () => ({ target: url }), /does not serve the area .*Check the base path/],
    ["a page for every path", () => ({ target: siteUrl }), /area .* led to 200 \(text\/html\)/],
    ["a mock", () => ({ target: mock.url }), /is a mock: .* Pass --prism/],
    ["a wrong token", () => ({ token: "wrong" }), /the token is rejected/],
    ["an unserved chain", () => ({ chains: ["etherium"] }), /not serve the chain "etherium"/],
    ["a time limit", () => ({ deadlineMs: 0 }), /the time limit of 0 ms was reached/],
    ["a selection without effect", () => ({ include: ["preferred"] }), /nothing was tested/],
    [
      "a time limit within an invariant",
      () => ({
        known,
        include: ["records added while paging *"],
        blockWaitMs: 60_000,
        deadlineMs: 1500,
      }),
      /the time limit of 1500 ms was reached/,
    ],
  ])("%s", async (_, options, reason) => {
    const report = await judge(options());
    expect(report).toMatchObject({ verdict: "untested", exitCode: 2, ok: false });
    expect(report.reasons.join("\n")).toMatch(reason);
  });
});

test("a wrong token is an obstacle where an optional one is not looked at", async () => {
  const report = await judge({ token: "wrong" }, (service) => {
    const { admits } = service;
    service.admits = (call) => service.isV2(call.operation) || admits.call(service, call);
  });
  expect(report).toMatchObject({ verdict: "untested", exitCode: 2 });
  expect(report.reasons.join()).toMatch(/the token is rejected: queryTag/);
});

test.each([
  [{ include: ["getBloc"] }, /--include "getBloc" matches nothing/],
  [{ exclude: ["removeSubgrph"] }, /--exclude "removeSubgrph" matches nothing/],
])("%o is refused", async (options, message) => {
  await expect(judge(options)).rejects.toThrow(message);
});

test("the verdict names what was left out", async () => {
  const report = await judge({ known, include: ["getBlock"], exclude: ["getBlock / method / *"] });
  expect(report.verdict).toBe("kept");
  expect(stripVTControlCharacters(reportText(report))).toMatch(
    /^The contract is kept by what was tested\. Left out: all but getBlock; getBlock \/ method \/ \*\.\n/,
  );
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
    const { results } = await judge({ known, include: [include] }, change);
    expect(results.map(({ outcome }) => outcome)).toEqual(["not applicable"]);
    expect(results[0]?.reason).toMatch(reason);
  });

  test("and is listed with `strict`", async () => {
    const include = ["getErc20Balances"];
    const report = await judge(
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
  const reports = (report: Report) => ({
    text: stripVTControlCharacters(reportText(report)),
    xml: junit(report),
  });

  test("one without anything to compare lowers it", async () => {
    const report = await judge(
      { known, include: ["getErc20Balances / invariant / *"] },
      (service) => {
        service.tokens = [];
      },
    );
    const { invariants, percent, unchecked } = report.coverage;
    expect(invariants.applicable - invariants.covered).toBe(unchecked.length);
    expect(unchecked.length).toBeGreaterThan(3);
    expect(percent).toBeLessThan(80);
    const { text, xml } = reports(report);
    const ratio = `${invariants.covered}/${invariants.applicable}`;
    expect(text).toContain(`Coverage ${percent} % of what is applicable: statuses`);
    expect(text).toContain(`invariants ${ratio}\n  not compared: ${unchecked.length} invariants`);
    expect(xml).toContain(`<property name="percent" value="${percent}"/>`);
    expect(xml).toContain(`<property name="invariants" value="${ratio}"/>`);
  });

  test("one that compared a part of long listings says which", async () => {
    const report = await judge({ known, include: [everyLimit] }, (service) => {
      service.tokens = createTokens(5100);
    });
    const extent = "the first 5,000 records";
    expect(report.results).toMatchObject([{ outcome: "passed", extent }]);
    const { text, xml } = reports(report);
    expect(text).toMatch(
      /compared in part: getErc20Balances: every limit .*: the first 5,000 records/,
    );
    expect(xml).toMatch(
      /"compared in part" value="getErc20Balances: every limit .* 5,000 records"/,
    );
  });

  test("cursors that are bound to their limit end it early", async () => {
    const report = await judge({ known, include: [everyLimit] }, (service) => {
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
    const report = await judge({ known }, (service) => {
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
    expect(junit({ ...report, exitCode: 2 })).toMatch(/name="getErc20Balances: [^"]*"><failure/);
  });

  test("briefly, with 503, keeps the contract", async () => {
    const asked = new Set<string>();
    const report = await judge({ known }, (service) => {
      const { answer } = service;
      service.answer = (call) => {
        const request = JSON.stringify(call.parameters);
        if (call.operation !== "getErc20Balances" || asked.has(request)) {
          return answer.call(service, call);
        }
        asked.add(request);
        return refused(service, call, 503, "0");
      };
    });
    expect(asked.size).toBeGreaterThan(10);
    expect(failed(report)).toEqual([]);
    expect(report.verdict).toBe("kept");
  });
});

test("a token of which nothing is held may be listed if asked for by its contract", async () => {
  const [wallet] = known.getErc20Balances ?? [];
  const [token] = tokens as readonly { contract: { address: string } }[];
  const calls = [{ ...wallet, "contract-address": token?.contract.address }];
  const report = await judge(
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
  test.each<[ContractOptions["known"], RegExp]>([
    [{ getBlok: [{}] }, /unknown operation "getBlok"; expected one of .*getBlock/],
    [{ getBlock: [{ blockNumber: 1 }] }, /getBlock: unknown parameter "blockNumber"/],
    [{ getBlock: [{ chain_name: "mainnet" }] }, /getBlock: chain_name .*received "mainnet"/],
    [{ getBlock: [{ chain_name: "ethereum" }] }, /getBlock: block_number is required/],
    [
      { getBlock: [{ ...known.getBlock?.[0], $response: { block: { numbr: 1 } } }] },
      /getBlock: unknown field \$response\.block\.numbr; expected one of .*number/,
    ],
    [
      { createTag: [{ ...known.createTag?.[0], $response: { code: 0 } }] },
      /createTag: \$response is checked for read operations only; remove it/,
    ],
  ])("%o", async (wrong, message) => {
    await expect(judge({ known: wrong ?? {} })).rejects.toThrow(message);
  });

  test("a response must include the stated facts", async () => {
    const [call] = known.getBlock ?? [];
    const facts = (number: number) => ({
      known: { getBlock: [{ ...call, $response: { block: { number } } }] },
      include: ["getBlock"],
    });
    const right = await judge(facts(Number(call?.block_number)));
    const wrong = await judge(facts(1));
    expect(right.exitCode).toBe(0);
    expect(wrong.results.filter(({ outcome }) => outcome === "failed")).toEqual([
      expect.objectContaining({ name: "known 1: stated facts" }),
    ]);
  });
});

test("an invariant reports every violation", async () => {
  const include = ["getErc20Balances / invariant / *"];
  const report = await judge({ include, known }, (service) => {
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
  const { results } = await judge({ include, known }, (service) => {
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
  const report = await judge({ include, known: twice }, (service) => {
    service.tokens = createTokens(100).map((each) => ({ ...each, balance: "77777777" }));
  });
  const failures = report.results.flatMap(({ failure }) => failure ?? []);
  // One token of a hundred, and one of fifty, has no decimals.
  expect(failures).toMatchObject([{ findings: { length: 100 }, omitted: 99 + 49 - 100 }]);
  expect(reportText(report, true)).toContain("    and 48 more violations");
  expect(junit(report)).toContain("and 48 more violations");
});

test("a pattern selects by area, operation, kind, name and title", () => {
  const each = { area: "chain-data", operation: "getBlock", kind: "hostile", name: "x: long" };
  for (const pattern of ["chain-data", "getBlock", "hostile", "x: *", "getBlock / hostile / *"]) {
    expect(createSelection([pattern])(each)).toBe(true);
    expect(createSelection([], [pattern])(each)).toBe(false);
  }
  expect(createSelection(["getBloc"])(each)).toBe(false);
});

/** The records in the opposite order. */
function reversed(records: readonly Fields[]): readonly Fields[] {
  return [...records].reverse();
}

test("annotations point to the line of the contract", async () => {
  const report = await judge(
    { include: ["getBlock / method / *", "getBlock / example / *"] },
    (s) => {
      s.findBlock = () => undefined;
    },
  );
  expect(githubAnnotations(report)).toMatch(
    /^::error file=spec\/chain-data\.yaml,line=\d+,title=/m,
  );
});

test("random requests find and shrink a failure that no fixed case finds", async () => {
  const include = ["getLatestTransactions / fuzz / *"];
  const report = await judge({ include, fuzzMs: 3000 }, (service) => {
    const { answer } = service;
    service.answer = (call) =>
      /[37]/.test(call.parameters.limit ?? "") ? problem(500, "x") : answer.call(service, call);
  });
  const failed = report.results.filter(({ outcome }) => outcome === "failed");
  expect(failed.map(({ name }) => name)).toContainEqual(expect.stringMatching(/seed 1, path/));
});
