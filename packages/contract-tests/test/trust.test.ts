import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseRetryAfter } from "../src/http/retry-after.ts";
import type { ContractOptions, Report } from "../src/index.ts";
import { runContract } from "../src/index.ts";
import { githubAnnotations } from "../src/report/github.ts";
import { createSelection } from "../src/selection.ts";
import { problem } from "./reference/answers.ts";
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
  beforeAll(async () => {
    await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    gateway.close();
    gateway.closeAllConnections();
  });

  test.each<[string, () => ContractOptions, RegExp]>([
    ["a dead port", () => ({ target: "http://127.0.0.1:9" }), /cannot reach .*ECONNREFUSED/],
    ["a wrong base path", () => ({ target: url }), /does not serve the area .*Check the base path/],
    ["a wrong token", () => ({ token: "wrong" }), /the token is rejected/],
    ["a time limit", () => ({ deadlineMs: 0 }), /the time limit of 0 ms was reached/],
  ])("%s", async (_, options, reason) => {
    const report = await judge(options());
    expect(report).toMatchObject({ verdict: "untested", exitCode: 2, ok: false });
    expect(report.reasons.join("\n")).toMatch(reason);
  });
});

describe("known values are validated against the contract", () => {
  test.each<[ContractOptions["known"], RegExp]>([
    [{ getBlok: [{}] }, /unknown operation "getBlok"; expected one of .*getBlock/],
    [{ getBlock: [{ blockNumber: 1 }] }, /getBlock: unknown parameter "blockNumber"/],
    [{ getBlock: [{ chain_name: "mainnet" }] }, /getBlock: chain_name .*received "mainnet"/],
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
  const findings = report.results.flatMap(({ failure }) => failure?.findings ?? []);
  const tokens = new Set(findings.map(({ expected }) => expected));
  // One for each token that has decimals.
  expect(tokens.size).toBe(6);
});

test("a pattern selects by area, operation, kind, name and title", () => {
  const each = { area: "chain-data", operation: "getBlock", kind: "hostile", name: "x: long" };
  for (const pattern of ["chain-data", "getBlock", "hostile", "x: *", "getBlock / hostile / *"]) {
    expect(createSelection([pattern])(each)).toBe(true);
    expect(createSelection([], [pattern])(each)).toBe(false);
  }
  expect(createSelection(["getBloc"])(each)).toBe(false);
});

test("Retry-After is parsed as seconds and as a date", () => {
  const now = Date.parse("Sun, 06 Nov 1994 08:49:37 GMT");
  expect(parseRetryAfter("3", now)).toBe(3000);
  expect(parseRetryAfter("Sun, 06 Nov 1994 08:49:40 GMT", now)).toBe(3000);
  for (const wrong of [undefined, "", "-1", "soon", "1.5"]) {
    expect(parseRetryAfter(wrong, now)).toBeUndefined();
  }
});

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
  const report = await judge({ include: ["fuzz"], fuzzMs: 3000 }, (service) => {
    const { answer } = service;
    service.answer = (call) =>
      /[37]/.test(call.parameters.limit ?? "") ? problem(500, "x") : answer.call(service, call);
  });
  const failed = report.results.filter(({ outcome }) => outcome === "failed");
  expect(failed.map(({ name }) => name)).toContainEqual(expect.stringMatching(/seed 1, path/));
});
