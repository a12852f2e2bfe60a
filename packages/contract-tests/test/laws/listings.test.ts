import { expect, test } from "vitest";
import type { Body } from "../../defects/service/defect.ts";
import { createTokens, type Fields } from "../reference/data.ts";
import type { Service } from "../reference/service.ts";
import { expectViolation, outcomeOf } from "./outcome.ts";

const of = (name: string) => `getErc20Balances / invariant / ${name}`;
const MOST = of("a page has at most `limit` records");
const USUAL = of("without `limit`, a page has the default size");
const COUNT = of("resultCount is the number of records of each page");
const EVERY = of("every limit yields the same records, each once, up to the end");
const FILTER = of("contract-address returns exactly the records with this contract address");
const FIELDS = of("a record has the same fields with contract-address as without it");
const SMALL = of("a record has the same fields on a small page as on a large one");
const CASE = of("walletAddress means the same in upper and in lower case");
const FILTER_CASE = of("contract-address means the same in upper and in lower case");

/** A wallet with this many tokens. */
const tokens = (count: number) => (service: Service) => {
  service.tokens = createTokens(count);
};

/** Changes the balances of every page. */
const page =
  (
    change: (body: Body, sent: Readonly<Record<string, string>>) => void,
    count = 150,
  ): ((service: Service) => void) =>
  (service) => {
    tokens(count)(service);
    const { finish } = service;
    service.finish = (call, answer) => {
      if (call.operation !== "getErc20Balances" || answer.status !== 200) {
        return finish.call(service, call, answer);
      }
      const body: Body = structuredClone(answer.body);
      change(body, call.parameters);
      return finish.call(service, call, { ...answer, body });
    };
  };

/** A page that has one record more than asked for, with a certain limit. */
const longer = (limit: number) =>
  page((body, sent) => {
    if (Number(sent.limit) === limit) {
      body.erc20TokenBalances.push(body.erc20TokenBalances[0]);
      body.resultCount += 1;
    }
  });
const isFiltered = (sent: Readonly<Record<string, string>>) => "contract-address" in sent;
const spare = createTokens(200).at(-1) as Fields;

test.concurrent.each<[string, string, (service: Service) => void, RegExp]>([
  ...[1, 2, 99, 100].map((limit): [string, string, (service: Service) => void, RegExp] => [
    MOST,
    `one more than ${limit}`,
    longer(limit),
    new RegExp(`^a page has at most ${limit} records$`),
  ]),
  [
    EVERY,
    "a listing longer than is read ends early with small pages",
    page((body, { limit }) => {
      body.cursor = Number(limit) < 100 ? null : body.cursor;
    }, 1400),
    /^with limit \d+, the listing is as long$/,
  ],
  [
    USUAL,
    "fewer",
    page((body, { limit }) => {
      if (limit === undefined) {
        body.erc20TokenBalances.pop();
      }
    }),
    /^with no limit, 100 records as with 100$/,
  ],
  [
    USUAL,
    "fewer with an empty limit",
    page((body, { limit }) => {
      if (limit === "") {
        body.erc20TokenBalances.pop();
      }
    }),
    /^with an empty limit, 100 records as with 100$/,
  ],
  [
    USUAL,
    "an end",
    page((body, { limit }) => {
      body.cursor = limit === undefined ? null : body.cursor;
    }),
    /^with no limit, the listing ends where it does with 100$/,
  ],
  [COUNT, "one more", page((body) => (body.resultCount += 1)), /^resultCount is \d+$/],
  [
    COUNT,
    "one more on the last page",
    page((body) => (body.resultCount += body.cursor ? 0 : 1)),
    /^resultCount is \d+$/,
  ],
  [
    COUNT,
    "one more on small pages",
    page((body) => (body.resultCount += body.resultCount === 7 ? 1 : 0)),
    /^resultCount is 7$/,
  ],
  [
    EVERY,
    "twice on a page",
    page((body, { limit, cursor }) => {
      if (limit === "100" && !cursor) {
        body.erc20TokenBalances.splice(1, 0, body.erc20TokenBalances[0]);
      }
    }, 7),
    /^no record is listed twice$/,
  ],
  [
    EVERY,
    "one lost on small pages",
    page((body, { limit }) => {
      if (Number(limit) < 100) {
        body.erc20TokenBalances = body.erc20TokenBalances.filter(
          (each: Body) => each.contract.name !== "Token 30",
        );
      }
    }, 33),
    /^with limit \d+, every record is listed that is listed with 100$/,
  ],
  [
    EVERY,
    "one more on small pages",
    page((body, { limit, cursor }) => {
      if (Number(limit) < 100 && !cursor) {
        body.erc20TokenBalances.splice(0, 1, body.erc20TokenBalances[0]);
        body.erc20TokenBalances[0].contract.address = (spare.contract as Fields).address;
      }
    }, 33),
    /^with limit \d+, (no other records are listed|every record is listed that is listed with 100)$/,
  ],
  [
    FILTER,
    "another record",
    page((body, sent) => {
      if (isFiltered(sent)) {
        body.erc20TokenBalances[0] = spare;
      }
    }, 7),
    /^(every record has 0x\w+ at \.contract\.address|all records with 0x\w+ are listed|the filtered listing is a subset of the unfiltered one)$/,
  ],
  [
    FILTER,
    "none",
    page((body, sent) => {
      body.erc20TokenBalances = isFiltered(sent) ? [] : body.erc20TokenBalances;
    }, 7),
    /^all records with 0xabc\w+ are listed$/,
  ],
  [
    FIELDS,
    "another balance",
    page((body, sent) => {
      for (const each of body.erc20TokenBalances) {
        each.balance = isFiltered(sent) ? "77" : each.balance;
      }
    }, 7),
    /^balance is \d, as without contract-address$/,
  ],
  [
    FIELDS,
    "another count",
    page((body, sent) => (body.resultCount += isFiltered(sent) ? 1 : 0), 7),
    /^resultCount is [01], also with a filter$/,
  ],
  [
    SMALL,
    "another balance",
    page((body, { limit }) => {
      for (const each of body.erc20TokenBalances) {
        each.balance = limit === "2" ? "77" : each.balance;
      }
    }, 7),
    /^balance is \d, as with a limit of 100$/,
  ],
])("%s: %s", async (title, _, change, expected) => {
  const found = await outcomeOf(title, change);
  expectViolation(found, expected);
});

test.concurrent.each<[string, number]>([
  [MOST, 150],
  [MOST, 1],
  [USUAL, 100],
  [USUAL, 101],
  [COUNT, 9],
  [EVERY, 1],
  [EVERY, 105],
  [FILTER, 7],
  [FIELDS, 7],
  [SMALL, 7],
  [SMALL, 2],
  [CASE, 1],
])("%s, with %d records", async (title, count) => {
  expect(await outcomeOf(title, tokens(count))).toEqual({
    outcome: "passed",
    expected: [],
    reason: "",
  });
});

test.concurrent.each<[string, string]>([
  ...[MOST, USUAL, EVERY, FILTER, SMALL].map((title): [string, string] => [
    title,
    "the listings are empty",
  ]),
  [FILTER_CASE, "no known contract-address has letters"],
])("%s, without records", async (title, reason) => {
  expect(await outcomeOf(title, tokens(0))).toEqual({
    outcome: "not applicable",
    expected: [],
    reason,
  });
});
