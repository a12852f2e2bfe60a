import { describe, expect, it } from "vitest";
import { problemText, readRules } from "../../src/rules/index.ts";
import { documentOf, documentWith, empty, json, problemsOf } from "./support.ts";

const get = (operationId: string | undefined, others: object = {}) => ({
  get: { ...(operationId && { operationId }), responses: empty, ...others },
});

describe("operations", () => {
  const listOf = (document: object, omit?: string[]) =>
    readRules(document as never, omit).problems.map(({ operation, route, where, what }) => [
      ...[operation, route, where, what],
    ]);

  it("have ids of their own, of which some are reserved", () => {
    const paths = {
      "/a": get("list"),
      "/b": get("list"),
      "/c": get("then"),
      "/d": get("__proto__"),
    };
    expect(listOf(documentOf(paths))).toEqual([
      ["GET /b", "GET /b", "operationId", '"list" is used twice'],
      ["then", "GET /c", "operationId", "is reserved"],
      ["__proto__", "GET /d", "operationId", "is reserved"],
    ]);
    expect(listOf(documentOf(paths), ["GET /b", "then", "GET /d"])).toEqual([]);
  });

  it("that state no id have one made of method and path", () => {
    const document = documentOf({ "/things": get(undefined), "/things/": get(undefined) });
    const { problems, invented } = readRules(document);
    const fix = "write an operationId; this one is made of method and path";
    expect(problems).toMatchObject([{ operation: "GET /things/", fix }]);
    expect([...readRules(document, ["GET /things/"]).invented]).toEqual([
      ["getThings", "GET /things"],
    ]);
    expect(invented.size).toBe(1);
    expect(readRules(documentOf({ "/a": get("then") })).problems).toMatchObject([
      { fix: "choose another id" },
    ]);
  });

  it("may share their ids with webhooks and callbacks, which no client calls", () => {
    const done = { "{$request.body#/url}": { post: { operationId: "b", responses: empty } } };
    const paths = { "/a": get("a", { callbacks: { done } }), "/b": get("b") };
    const webhooks = { made: { post: { operationId: "a", responses: empty } } };
    expect(listOf(documentOf(paths, { webhooks }))).toEqual([]);
  });

  it("may be checked for other names", () => {
    const check = (id: string) => (id === "a" ? "is taken" : undefined);
    const { problems } = readRules(documentOf({ "/a": get("a"), "/b": get("b") }), [], check);
    expect(problems.map(({ operation, what }) => `${operation} ${what}`)).toEqual(["a is taken"]);
  });

  it("that are left out have to be there", () => {
    expect(listOf(documentOf({ "/a": get("a") }), ["GET /a", "b"])).toEqual([
      ["", "", "--omit b", "unknown operation"],
    ]);
  });

  it("refer to places of the document", () => {
    const requestBody = json({ $ref: "#thing" });
    const paths = { "/a": { post: { operationId: "a", responses: empty, requestBody } } };
    expect(listOf(documentOf({ ...paths, "/b": get("b", { security: [{ none: [] }] }) }))).toEqual([
      [
        ...["a", "POST /a", "#/paths/~1a/post/requestBody/content/application~1json/schema"],
        "$ref #thing cannot be resolved",
      ],
      ["b", "GET /b", "security", "none is not supported"],
    ]);
  });

  it("fail for what is no fault of the document", () => {
    const get = {
      get responses(): object {
        throw new TypeError("a bug");
      },
    };
    expect(() => readRules(documentOf({ "/a": { get } }))).toThrow("a bug");
  });

  it.each(["3.2.0", "2.0", "3.10.0", undefined])("of OpenAPI %s are refused", (openapi) => {
    expect(problemsOf({ openapi })).toEqual([`openapi: is ${JSON.stringify(openapi)}`]);
  });

  it("cannot be TRACE", () => {
    expect(problemsOf(documentWith({ method: "trace" }))).toEqual([": fetch cannot send TRACE"]);
  });
});

it("a problem is shown with its place and its fix", () => {
  const problem = { where: "path", what: "is wrong", fix: "write another" };
  const shown = (operation: string, route: string, where = "path") =>
    problemText({ ...problem, operation, route, where });
  expect(shown("a", "GET /a")).toBe("  a (GET /a), path: is wrong\n    Fix: write another");
  expect(shown("GET /a", "GET /a")).toBe("  GET /a, path: is wrong\n    Fix: write another");
  expect(shown("a", "GET /a", "")).toBe("  a (GET /a): is wrong\n    Fix: write another");
  expect(shown("", "")).toBe("  path: is wrong\n    Fix: write another");
});
