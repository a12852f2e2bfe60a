import { expect, test } from "vitest";
import { answers, type Body } from "../../defects/service/defect.ts";
import type { Answer, Call } from "../reference/answers.ts";
import { expectViolation, outcomeOf } from "./outcome.ts";

const BLOCKS = "a list has nothing outside of the blocks that it covers";
const COMPLETE =
  "a list of transactions is complete only from block 0 on, others with nothing pending";

test.concurrent.each([
  ["getLatestTransactions", BLOCKS, "from=0, to=2004", "passed"],
  ["getLatestTransactions", BLOCKS, "from=2001, to=2004", "passed"],
  ["getLatestTransactions", BLOCKS, "to=2004", "passed"],
  ["getLatestTransactions", BLOCKS, "from=2000", "passed"],
  ["getLatestTransactions", BLOCKS, "complete", "passed"],
  ["getLatestTransactions", BLOCKS, "from=0, to=2003", "failed"],
  ["getLatestTransactions", BLOCKS, "from=2005", "failed"],
  ["getErc20Balances", BLOCKS, "from=5, to=5", "passed"],
  ["getErc20Balances", BLOCKS, "from=6, to=5", "failed"],
  ["getErc20Balances", BLOCKS, "from=0, to=5, balances=5", "passed"],
  ["getErc20Balances", BLOCKS, "from=0, to=5, balances=6", "failed"],
  ["getErc20Balances", BLOCKS, "balances=6", "passed"],
  ["getErc20Balances", BLOCKS, "from:0", "failed"],
  ["getErc20Balances", COMPLETE, "from=0, complete", "passed"],
  ["getErc20Balances", COMPLETE, "from=5, complete", "passed"],
  ["getErc20Balances", COMPLETE, "complete", "failed"],
  ["getErc20Balances", COMPLETE, "complete=?0", "passed"],
  ["getErc20Balances", COMPLETE, "from=0, pending=0, unreadable=0, complete, balances=5", "passed"],
  ["getErc20Balances", COMPLETE, "from=0, pending=1, complete", "failed"],
  ["getErc20Balances", COMPLETE, "from=0, unreadable=1, complete", "failed"],
  ["getErc20Balances", COMPLETE, "from=0, pending=1", "passed"],
  ["getErc20Balances", COMPLETE, "from=0, pending=1, balances=5", "failed"],
  ["getErc20Balances", COMPLETE, "from=0, unreadable=1, balances=5", "failed"],
  ["getAddressTransactions", COMPLETE, "from=0, complete", "passed"],
  ["getAddressTransactions", COMPLETE, "from=5, complete", "failed"],
  ["getAddressTransactions", COMPLETE, "from=5", "passed"],
])("%s, %s: %s, %s", async (operation, name, header, outcome) => {
  const change = answers(operation, (answer) => ({
    ...answer,
    headers: { ...answer.headers, "chainkit-coverage": header },
  }));
  const found = await outcomeOf(`${operation} / invariant / ${name}`, change);
  expect(found.outcome).toBe(outcome);
});

test.concurrent.each([
  [BLOCKS, "the deployment does not state what its lists cover"],
  [COMPLETE, "the deployment does not state what its lists cover"],
])("no statement of coverage: %s", async (name, reason) => {
  const found = await outcomeOf(`getErc20Balances / invariant / ${name}`);
  expect(found).toEqual({ outcome: "not applicable", expected: [], reason });
});

const LIFETIME = "a response that the next block may change is cached for at most 1 s";

test.concurrent.each([
  ["max-age=0", "passed"],
  ["max-age=1", "passed"],
  ["public, max-age=1, s-maxage=1", "passed"],
  ["max-age=2", "failed"],
  ["public, s-maxage=2", "failed"],
  ["Max-Age = 2", "failed"],
  ['max-age="2"', "failed"],
  ["max-age=1, s-maxage=2", "failed"],
  ["no-store", "not applicable"],
  ["x-max-ages=5", "not applicable"],
])("a response with cache-control: %s: %s", async (control, outcome) => {
  const change = answers("getLatestTransactions", (answer) => ({
    ...answer,
    headers: { ...answer.headers, "cache-control": control },
  }));
  const found = await outcomeOf(`getLatestTransactions / invariant / ${LIFETIME}`, change);
  expect(found.outcome).toBe(outcome);
});

const TAG = "an entity tag identifies one content only";
const one = '"one"';
let count = 0;

/** Responds with an entity tag, and to requests that hold one. */
const tagged =
  (
    held: (answer: Answer, text: string) => Answer,
    body = (answer: Answer): unknown => answer.body,
  ) =>
  (answer: Answer, call: Call): Answer => {
    const text = call.headers["if-none-match"];
    const full = { ...answer, headers: { ...answer.headers, etag: one }, body: body(answer) };
    return text === undefined ? full : held(full, String(text));
  };
const notModified = { status: 304, headers: { etag: one }, body: Buffer.alloc(0) };
const right = (answer: Answer, text: string) => (text === one ? notModified : answer);

test.concurrent.each<[string, (answer: Answer, call: Call) => Answer, RegExp]>([
  [
    "another content",
    tagged(right, (answer) => ({ ...(answer.body as Body), count: count++ })),
    /^the content of entity tag "one"$/,
  ],
  ["no 304", tagged((answer) => answer), /^304 to If-None-Match: "one"$/],
  ["304 to any", tagged(() => notModified), /^200 to If-None-Match: "contract-tests/],
])("an entity tag: %s", async (_, change, expected) => {
  const title = `getBlock / invariant / ${TAG}`;
  const found = await outcomeOf(title, answers("getBlock", change));
  expectViolation(found, expected);
});

test.concurrent.each<[string, (answer: Answer, call: Call) => Answer]>([
  ["304 to its own", tagged(right)],
  [
    "the order of fields is another",
    tagged(right, ({ body }) => {
      const { block } = body as Body;
      const entries = Object.entries(block);
      return { block: Object.fromEntries(count++ % 2 === 0 ? entries : entries.reverse()) };
    }),
  ],
  [
    "another one each time",
    (answer) => ({ ...answer, headers: { ...answer.headers, etag: `"${count++}"` } }),
  ],
])("an entity tag, allowed: %s", async (_, change) => {
  const title = `getBlock / invariant / ${TAG}`;
  const found = await outcomeOf(title, answers("getBlock", change));
  expect(found).toEqual({ outcome: "passed", expected: [], reason: "" });
});

test("no entity tags", async () => {
  expect(await outcomeOf(`getBlock / invariant / ${TAG}`)).toEqual({
    outcome: "not applicable",
    expected: [],
    reason: "the deployment sends no caching headers",
  });
});

test.concurrent.each([
  ["getBlock / invariant / no two chains have the same latest block", "getBlock"],
  [
    "getLatestTransactions / invariant / no two chains have the same latest transactions",
    "getLatestTransactions",
  ],
])("%s", async (title) => {
  const alone = await outcomeOf(title);
  expect(alone).toMatchObject({
    outcome: "not applicable",
    reason: "the target serves one chain only",
  });
  const shared = await outcomeOf(title, (service) => {
    const { answer } = service;
    service.answer = (call) => {
      const { chain_name, chainName } = call.parameters;
      const own = (chain_name ?? chainName) === "polygon" ? "ethereum" : undefined;
      const change = own && (chain_name ? { chain_name: own } : { chainName: own });
      return answer.call(service, { ...call, parameters: { ...call.parameters, ...change } });
    };
  });
  expect(shared.outcome).toBe("failed");
  expect(shared.expected).toEqual(["polygon has its own blocks"]);
  const apart = await outcomeOf(title, (service) => {
    const { answer, finish } = service;
    const asked = (call: Call) => call.parameters.chain_name ?? call.parameters.chainName;
    service.answer = (call) => {
      const change = call.parameters.chain_name
        ? { chain_name: "ethereum" }
        : { chainName: "ethereum" };
      return asked(call) === "polygon"
        ? answer.call(service, { ...call, parameters: { ...call.parameters, ...change } })
        : answer.call(service, call);
    };
    service.finish = (call, answer) => {
      const body = structuredClone(answer.body) as Body;
      if (asked(call) === "polygon") {
        for (const each of [body.block, ...(body.transactions ?? [])]) {
          for (const name of ["hash", "transaction_hash"]) {
            if (each?.[name]) {
              each[name] = each[name].replace("abc", "def");
            }
          }
        }
      }
      return finish.call(service, call, { ...answer, body });
    };
  });
  expect(apart).toEqual({ outcome: "passed", expected: [], reason: "" });
});
