import { describe, expect, test } from "vitest";
import { type Alternatives, BEARER, denialOf } from "../src/denial.ts";
import { atLoss, refuse } from "../src/refusal.ts";
import { absolute, below, routeOf } from "../src/route.ts";
import { operationWith } from "./support.ts";

const url = "http://service.test/list";

describe("credentials", () => {
  const key = (place: "header" | "query" | "cookie") =>
    ({ kind: "key", in: place, name: "x-key" }) as const;
  const basic = { kind: "basic" } as const;
  type Auth = Parameters<typeof denialOf>[0];
  const denied = (auth: Auth, schemes: Alternatives, headers: object = {}, query = "") =>
    denialOf(auth, schemes, new Request(url + query, { headers: { ...headers } }));

  test.each<[auth: Auth, schemes: Alternatives, headers: object, query: string]>([
    ["none", BEARER, { authorization: "wrong" }, ""],
    ["optional", BEARER, {}, ""],
    ["required", [], {}, ""],
    ["required", BEARER, { authorization: "bearer a" }, ""],
    ["required", [[basic]], { authorization: "Basic YTpi=" }, ""],
    ["required", [[key("header")]], { "x-key": "a" }, ""],
    ["required", [[key("query")]], {}, "?x-key=a"],
    ["required", [[key("cookie")]], { cookie: "a=b; x-key=c" }, ""],
    ["required", [[basic], [key("query")]], {}, "?x-key=a"],
    ["required", [[basic, key("query")]], { authorization: "Basic YQ" }, "?x-key=a"],
  ])("%s, of %j, are sent as %j %s", (auth, schemes, headers, query) => {
    expect(denied(auth, schemes, headers, query)).toBeUndefined();
  });

  test.each<[auth: Auth, schemes: Alternatives, headers: object, parameter: string, ways: string]>([
    ["required", BEARER, {}, "authorization", "`Bearer <token>`"],
    ["optional", BEARER, { authorization: "wrong" }, "authorization", "`Bearer <token>`"],
    ["required", BEARER, { authorization: "Bearer " }, "authorization", "`Bearer <token>`"],
    ["required", BEARER, { authorization: "Bearer a b" }, "authorization", "`Bearer <token>`"],
    [
      "required",
      [[basic], [key("query"), key("cookie")]],
      { authorization: "Bearer a" },
      "authorization",
      "`Basic <credentials>` or the query parameter `x-key` with the cookie `x-key`",
    ],
    ["required", [[key("header")]], { "x-key": "" }, "x-key", "the header `x-key`"],
    ["required", [[key("cookie")]], { cookie: "xx-key=a" }, "x-key", "the cookie `x-key`"],
    ["required", [[key("cookie")]], { cookie: "x-key=" }, "x-key", "the cookie `x-key`"],
    [
      "optional",
      [[basic], [key("header")]],
      { authorization: "wrong" },
      "authorization",
      "`Basic <credentials>` or the header `x-key`",
    ],
    [
      "required",
      [[key("header"), basic]],
      { "x-key": "a" },
      "x-key",
      "the header `x-key` with `Basic <credentials>`",
    ],
  ])("%s, of %j, are refused: %j", (auth, schemes, headers, parameter, ways) => {
    const reason = `must be sent, as ${ways}`;
    expect(denied(auth, schemes, headers)).toEqual({ parameter, reason });
  });
});

describe("a refusal", () => {
  const examples = {
    one: { type: "/one", title: "One", errors: [{ parameter: "a" }], instance: "/x" },
    two: { type: "/two", title: "Two", errors: [{ parameter: "x" }, { parameter: "b" }] },
  };
  const responses = { 400: { description: "", mediaType: "a/b", examples } };

  test("is the example that blames the parameter, or the first, or none", () => {
    const body = (parameter: string) =>
      refuse(operationWith({ responses }), 400, parameter, "is wrong").body;
    expect(body("b")).toEqual({
      ...{ type: "/two", title: "Two", status: 400, detail: "b is wrong" },
      errors: [{ parameter: "b", reason: "is wrong" }],
    });
    expect(body("c")).toMatchObject({ type: "/one", detail: "c is wrong" });
    expect((body("a") as { instance?: string }).instance).toBeUndefined();
    expect(refuse(operationWith({}), 401, "a", "is wrong")).toEqual({
      ...{ status: 401, delayMs: 0, isOffline: false },
      body: { type: "about:blank", title: "Refused", status: 401, detail: "a is wrong" },
      headers: { "content-type": "application/problem+json", "www-authenticate": "Bearer" },
    });
    expect(refuse(operationWith({ responses }), 400, "a", "").headers).toEqual({
      "content-type": "a/b",
    });
  });

  test("of the mock itself is a 501", () => {
    expect(atLoss("why")).toEqual({
      ...{ status: 501, delayMs: 0, isOffline: false },
      headers: { "content-type": "application/problem+json" },
      body: { type: "about:blank", title: "Not Implemented", status: 501, detail: "why" },
    });
  });

  test("is the envelope where there is one", () => {
    const envelope = { codeField: "code", messageField: "msg" };
    const example = { code: 400, msg: "m" };
    const of = { 400: { description: "", examples: { one: example } } };
    expect(refuse(operationWith({ envelope, responses: of }), 400, "a", "is wrong").body).toEqual({
      ...{ code: 400, msg: "a is wrong" },
    });
  });
});

describe("a route", () => {
  test("is the path of an operation, of which no segment is empty", () => {
    const route = routeOf("http://a.test/v1", { path: "/x.y/{id}/{part}.json" });
    const paths = [
      "/x.y/a%20b/c.json",
      "/x.y/a/c",
      "/xzy/a/c.json",
      "/x.y//c.json",
      "/x.y/a/b/c.json",
    ];
    expect(paths.map((path) => route.test(`http://a.test/v1${path}`))).toEqual([
      ...[true, false, false, false, false],
    ]);
  });

  test("is below a base URL, which is absolute", () => {
    expect(absolute("http://a.test/v1/")).toBe("http://a.test/v1");
    expect(() => absolute("/v1")).toThrow('or relative in a browser; received "/v1"');
    const urls = ["http://a.test", "http://a.test/", "http://a.test/b?c", "http://a.testb"];
    expect(urls.map((each) => below("http://a.test").test(each))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
