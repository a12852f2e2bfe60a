import { expect, it } from "vitest";
import { undescribed } from "../../src/rules/index.ts";
import { json, rulesOf, success } from "./support.ts";

const text = { type: "string" };

it("tells what descriptions do not have, by who calls the operation", () => {
  const list = { type: "array", items: text };
  const { model } = rulesOf({
    ...{ method: "post", servers: [{ url: "/d" }] },
    parameters: [
      { name: "ids", in: "query", explode: false, schema: list },
      { name: "theme", in: "cookie", schema: text },
      { name: "plain", in: "query", schema: list },
    ],
    requestBody: { content: { "text/csv": {} } },
    responses: success({ "text/csv": {} }),
  });
  const of = (others: object, calls: boolean) =>
    undescribed(others as typeof model, calls, "do it").map(({ where, what }) => [where, what]);
  const by = "is supported by command line, MCP server, clients and the mock only";
  expect(of(model, false)).toEqual([
    ["servers", `a server of its own ${by}`],
    ['query parameter "ids"', `the style form ${by}`],
    ['cookie parameter "theme"', `a cookie ${by}`],
    ["requestBody", `a raw body ${by}`],
    ["responses", `text content ${by}`],
  ]);
  expect(of(model, true)).toEqual([]);
  expect(undescribed(model, false, "do it")[0]).toMatchObject({
    ...{ operation: "getThings", route: "POST /things", fix: "do it" },
  });
  const { model: stream } = rulesOf({ responses: success({ "text/event-stream": {} }) });
  expect(of(stream, false)).toEqual([["responses", `a stream of events ${by}`]]);
  expect(of(rulesOf({}).model, false)).toEqual([]);
});

it("tells that a form of unknown members has no description", () => {
  const form = (schema: object) => {
    const requestBody = { required: true, ...json(schema, "multipart/form-data") };
    return rulesOf({ method: "post", requestBody }).model;
  };
  for (const calls of [true, false]) {
    expect(
      undescribed(form({ type: "object" }), calls, "").map(({ where, what }) => [where, what]),
    ).toEqual([
      [
        "requestBody",
        "a multipart body that is not an object of known members is supported by clients and the mock only",
      ],
    ]);
  }
  const fields = form({ type: "object", properties: { a: text } });
  expect(undescribed(fields, true, "")).toEqual([]);
  expect(undescribed(fields, false, "")).toMatchObject([{ where: "requestBody" }]);
  expect(
    undescribed(rulesOf({ method: "post", requestBody: json({ type: "array" }) }).model, true, ""),
  ).toEqual([]);
});
