import { expect, test } from "vitest";
import { Context } from "../src/context.ts";
import { createSelection } from "../src/selection.ts";
import { operationsOf } from "../src/spec/operations.ts";
import { createSpec } from "../src/spec/spec.ts";
import { createPace } from "../src/targets/senders.ts";
import { createUndo } from "../src/undo.ts";

const responses = { 200: { description: "" } };
const spec = createSpec("things", {
  openapi: "3.1.0",
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  paths: {
    "/a/{id}/things/{name}": {
      put: {
        operationId: "put",
        responses,
        requestBody: { content: { "application/json": {} } },
        security: [{ token: [] }],
        "x-undo": { operationId: "remove" },
      },
      get: { operationId: "get", responses },
    },
    "/things/{name}/of/{id}": { delete: { operationId: "remove", responses } },
  },
});
const all = operationsOf(spec);
const operation = (id: string) => {
  const found = all.find((each) => each.id === id);
  if (!found) {
    throw new Error(id);
  }
  return found;
};

const later = (status: number, seconds?: string) => ({
  ...{ status, body: Buffer.alloc(0) },
  headers: seconds === undefined ? {} : { "retry-after": seconds },
});
const busy = (count: number, status: number) =>
  Array.from({ length: count }, () => later(status, "0"));

test.each([
  ["a success", "get", [later(200)], ["200"], 200, 1],
  ["429, then a success", "get", [...busy(1, 429), later(200)], ["200"], 200, 2],
  ["429 of a change", "put", [...busy(1, 429), later(200)], ["200"], 200, 2],
  ["429 that is expected", "get", busy(1, 429), ["429"], 429, 1],
  ["503 with Retry-After", "get", [...busy(1, 503), later(200)], ["200"], 200, 2],
  ["503 without it", "get", [later(503), later(200)], ["200"], 503, 1],
  ["503 of a change", "put", [...busy(1, 503), later(200)], ["200"], 503, 1],
  ["three times 429", "get", [...busy(3, 429), later(200)], ["200"], 200, 4],
  ["four times 429", "get", busy(4, 429), ["200"], "rate limited", 4],
  ["four times 503", "get", busy(4, 503), ["200"], "temporarily unavailable", 4],
  ["as long as permitted", "get", [later(429, "1"), later(200)], ["200"], 200, 2],
  ["longer than permitted", "get", [later(429, "2"), later(200)], ["200"], "rate limited", 1],
] as const)("a deployment asks to wait: %s", async (_, id, responses, statuses, outcome, count) => {
  let sent = 0;
  const sender = { send: async () => responses[sent++] ?? later(200), close: () => {} };
  const target = { isPrism: false, options: {}, known: {} };
  const context = new Context([spec], target, sender, { maxRetryAfterMs: 1000 });
  const expected = { statuses, because: "", rule: { part: {} } };
  const { response, untried } = await context.exchange(operation(id), request("/"), expected);
  expect(untried ?? response?.status).toBe(outcome);
  expect(context.busy.get(id)).toBe(untried);
  expect(sent).toBe(count);
});

test("requests are at most so many at the same time, in the order in which they came", async () => {
  const pace = createPace({ concurrency: 2 });
  const began: number[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const sent = ends.map(({ promise }, index) =>
    pace(() => {
      began.push(index);
      return promise;
    }),
  );
  for (const [index, { resolve }] of ends.entries()) {
    await new Promise((later) => setTimeout(later, 5));
    expect(began).toEqual([0, 1, 2, 3].slice(0, index + 2));
    resolve();
    await sent[index];
  }
  await Promise.all([1, 2].map(() => pace(async () => {})));
});

test.each([
  [["things"], [], true],
  [["get"], [], true],
  [["NEGATIVE"], [], true],
  [["limit: *"], [], true],
  [["get / negative / *"], [], true],
  [["limit"], [], false],
  [["other", "get"], [], true],
  [[], [], true],
  [[], ["get"], false],
  [["get"], ["other"], true],
  [["get"], ["limit: type (1.5)"], false],
  [["limit: type .1.5."], [], false],
])("include %j, exclude %j: %s", (include, exclude, isSelected) => {
  const each = { area: "things", operation: "get", kind: "negative", name: "limit: type (1.5)" };
  expect(createSelection(include, exclude)(each)).toBe(isSelected);
});

const request = (target: string, body = "{}") => ({
  ...{ method: "PUT", target, headers: { a: "b" }, body, withToken: true },
});

test("what was created is removed at the end, with the same parameters, unless it was removed", async () => {
  const undo = createUndo(all);
  const sent: unknown[] = [];
  undo.remember(operation("put"), request("/a/1/things/x?y=z"), 200);
  undo.remember(operation("put"), request("/a/1/things/x"), 299);
  undo.remember(operation("put"), request("/a/2/things/x"), 199);
  undo.remember(operation("put"), request("/a/3/things/x"), 300);
  undo.remember(operation("get"), request("/a/4/things/x"), 200);
  undo.remember(operation("put"), request("/a/5/things/x"), 201);
  const removal = { method: "DELETE", target: "/things/x/of/5", headers: {}, withToken: false };
  undo.remember(operation("remove"), removal, 404);
  undo.remember(operation("remove"), { ...removal, target: "/things/x/of/6" }, 200);
  undo.remember(operation("put"), request("/a/7/things/x"), 200);
  undo.remember(operation("remove"), { ...removal, target: "/things/x/of/7" }, 200);
  await undo.run(async ({ id }, { method, target, body, withToken }) => {
    sent.push([id, method, target, body, withToken]);
    throw new Error("gone");
  });
  expect(sent).toEqual([
    ["remove", "DELETE", "/things/x/of/1", undefined, false],
    ["remove", "DELETE", "/things/x/of/5", undefined, false],
  ]);
});
