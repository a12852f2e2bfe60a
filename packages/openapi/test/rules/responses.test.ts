import { describe, expect, it } from "vitest";
import { empty, json, rulesOf, success } from "./support.ts";

const text = { type: "string" };
const object = { type: "object" };

const ofSuccess = (content: object) => rulesOf({ responses: success(content) });
const ofTypes = (...types: string[]) =>
  ofSuccess(Object.fromEntries(types.map((type) => [type, {}])));

describe("content that is not JSON", () => {
  const texts = [
    ...["text/csv", "text/html; charset=utf-8", "TEXT/PLAIN", "application/xml"],
    ...["application/vnd.a+xml", "application/yaml", "application/x-ndjson", "application/graphql"],
  ];
  it.each(texts)("is text if it is %s", (type) => {
    const { rule, model } = ofTypes(type);
    expect(rule).toMatchObject({ content: "text", accept: type.replace("; charset=utf-8", "") });
    expect(rule).not.toHaveProperty("returns");
    expect(model.response).toBe("string");
  });

  it.each(["image/png", "application/pdf", "application/octet-stream", "application/whatever"])(
    "is bytes if it is %s",
    (type) => {
      const { rule, model } = ofTypes(type);
      expect(rule).toMatchObject({ content: "binary", accept: type });
      expect(model.response).toBe("Blob");
    },
  );

  it("is bytes if a part of it is", () => {
    expect(ofTypes("text/csv", "application/pdf").rule.content).toBe("binary");
    expect(ofTypes("text/csv", "text/html").rule.content).toBe("text");
  });

  it.each<[type: string, schema: object, content: string]>([
    ["application/x", text, "text"],
    ["application/x", { ...text, format: "binary" }, "binary"],
    ["application/x", { type: ["string", "null"] }, "binary"],
    ["application/x", object, "binary"],
    ["text/x", object, "text"],
    ["image/svg", text, "binary"],
  ])("of type %s and schema %j is %s", (type, schema, content) => {
    expect(ofSuccess({ [type]: { schema } }).rule.content).toBe(content);
  });
});

describe("JSON", () => {
  it("is preferred to other content, and the JSON of errors is accepted", () => {
    const both = ofSuccess({ "text/csv": {}, "application/json": { schema: object } });
    expect(both.rule).toEqual({ method: "GET", path: "/things", idempotent: true });
    const error = { 400: { description: "", ...json(object, "application/problem+json") } };
    const responses = { ...success({ "text/csv": {} }), ...error };
    expect(rulesOf({ responses }).rule.accept).toBe("text/csv, application/problem+json");
    const csvError = { 400: { description: "", ...json(text, "text/html") } };
    const other = { ...success({ "application/json": { schema: object } }), ...csvError };
    expect(rulesOf({ responses: other }).rule).not.toHaveProperty("accept");
    const page = { 400: { description: "", ...json(text, "text/html") } };
    const csv = { ...success({ "text/csv": {} }), ...page };
    expect(rulesOf({ responses: csv }).rule.accept).toBe("text/csv");
    const vendor = ofSuccess({ "application/vnd.a+json; v=1": { schema: object } });
    expect(vendor.rule.accept).toBe("application/vnd.a+json");
  });

  it.each<[schemas: object[], returns: unknown]>([
    [[object], undefined],
    [[{ type: "array" }], "array"],
    [[{ type: ["object", "null"] }], "any"],
    [[{}], "any"],
    [[object, object], undefined],
    [[object, text], "any"],
  ])("of the schemas %j returns %j", (schemas, returns) => {
    const responses = Object.fromEntries(
      schemas.map((schema, index) => [200 + index, { description: "", ...json(schema) }]),
    );
    expect(rulesOf({ responses }).rule.returns).toBe(returns);
  });

  it("may be absent where a success has no content", () => {
    const responses = { ...success(json(object).content), ...empty };
    expect(rulesOf({ responses }).rule).toMatchObject({ returns: "object", noContent: true });
    const withBody = { 200: { description: "", ...json(object) } };
    expect(rulesOf({ method: "head", responses: withBody })).toMatchObject({
      rule: { noContent: true },
      model: { response: "undefined" },
    });
    for (const status of [204, 205]) {
      const { model } = rulesOf({ responses: { [status]: withBody[200] } });
      expect(model.response).toBe("undefined");
    }
    expect(rulesOf({ responses: { 206: withBody[200] } }).rule).not.toHaveProperty("noContent");
  });

  it.each<[type: string, schema: object, content: unknown]>([
    ["*/*", { type: "array" }, undefined],
    ["application/*", object, undefined],
    ["*/*", text, "text"],
    ["*/*", { type: ["string", "object"] }, "binary"],
    ["*/*", {}, "binary"],
    ["image/*", object, "binary"],
  ])("may be of an open type: %s of %j", (type, schema, content) => {
    expect(ofSuccess({ [type]: { schema } }).rule.content).toBe(content);
  });
});

describe("a stream of events", () => {
  it.each<[schema: object | undefined, events: string, type: string]>([
    [object, "json", 'EventStream<Contract["getThings"]["responses"][200]["content"]["TYPE"]>'],
    [text, "text", "EventStream<string>"],
    [
      { type: ["string", "null"] },
      "json",
      'EventStream<Contract["getThings"]["responses"][200]["content"]["TYPE"]>',
    ],
    [undefined, "json", "EventStream<unknown>"],
  ])("of %j is read as %s", (schema, events, type) => {
    const { rule, model } = ofSuccess({ "text/event-stream": schema ? { schema } : {} });
    expect(rule).toEqual({
      ...{ method: "GET", path: "/things", idempotent: true },
      ...{ accept: "text/event-stream", events },
    });
    expect(model.response).toBe(type.replace("TYPE", "text/event-stream"));
  });

  it("may stand beside JSON or bytes, and be one of several", () => {
    const stream = { "text/event-stream": { schema: text } };
    const beside = ofSuccess({ ...stream, ...json(object).content });
    expect(beside.rule).toMatchObject({ accept: "text/event-stream, application/json" });
    expect(beside.rule).not.toHaveProperty("content");
    const bytes = ofTypes("audio/mpeg", "Text/Event-Stream");
    expect(bytes.rule).toMatchObject({ content: "binary", events: "json" });
    expect(bytes.model.response).toBe("EventStream<unknown> | Blob");
    const second = { 201: { description: "", content: { "text/event-stream": {} } } };
    expect(rulesOf({ responses: { ...success(stream), ...second } }).rule.events).toBe("json");
    const page = { 400: { description: "", ...json(text, "text/html") } };
    expect(rulesOf({ responses: { ...success(stream), ...page } }).rule).toMatchObject({
      accept: "text/event-stream",
    });
    const ofError = { ...success(json(object).content), 400: { description: "", content: stream } };
    expect(rulesOf({ responses: ofError }).rule).not.toHaveProperty("accept");
    expect(ofTypes("text/event-streams").rule).not.toHaveProperty("events");
  });
});

it("errors are those that are documented, except what no client receives", () => {
  const problem = json(object, "application/problem+json");
  const responses = {
    100: { description: "Continue." },
    200: { description: "Fine.", ...json(object) },
    400: { description: "Wrong.", ...problem },
    404: { description: "None." },
    "5xx": { description: "Down.", content: { ...problem.content, "text/html": {} } },
    default: { description: "Other.", content: { "text/plain": {} } },
  };
  const { model } = rulesOf({ responses });
  const at = (status: string) =>
    `Contract["getThings"]["responses"][${status}]["content"]["application/problem+json"]`;
  expect(model.errors).toEqual([
    { status: "400", type: at("400"), description: "Wrong." },
    { status: "404", type: "undefined", description: "None." },
    { status: "5XX", type: `${at('"5xx"')} | unknown`, description: "Down." },
    { status: "default", type: "unknown", description: "Other." },
  ]);
  expect(model.responseDescription).toBe("Fine.");
  expect(rulesOf({ responses: { ...responses, ...empty } }).model.responseDescription).toBe("");
});

it("a success that is not documented may be anything", () => {
  const { model } = rulesOf({ responses: { 404: { description: "" } } });
  expect(model).toMatchObject({
    ...{ response: "unknown", responseDescription: "", rule: { noContent: true } },
  });
  const only = rulesOf({ responses: { default: { description: "All.", ...json(object) } } });
  expect(only.model.responseDescription).toBe("All.");
  expect(only.rule).not.toHaveProperty("noContent");
});

it("tells which header states what a success covers", () => {
  const headers = { "X-A": {}, "X-Covers": { "x-coverage": true }, "X-B": { "x-coverage": true } };
  const responses = (status: number) => ({ [status]: { description: "", headers } });
  expect(rulesOf({ responses: responses(200) }).rule.coverage).toBe("X-Covers");
  expect(rulesOf({ responses: responses(400) }).rule).not.toHaveProperty("coverage");
});
