import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { problem, respondWithPage, withBody } from "../src/problem.ts";
import { readRequest } from "../src/request.ts";

const request = { path: "/things/1", search: "", bytes: "", query: {}, headers: {} };

describe("an error", () => {
  const types = [
    { name: "bad", status: 400, title: "Bad", cause: "", fix: "" },
    { name: "worse", status: 400, title: "Worse", cause: "", fix: "" },
  ];
  const body = (...of: Parameters<typeof problem>) =>
    JSON.parse(String(withBody(problem(...of), types).body));

  test("has the type of its name, or the first of its status, or none", () => {
    expect(body(400, "d")).toEqual({
      type: "/problems/bad",
      title: "Bad",
      status: 400,
      detail: "d",
    });
    expect(body(400, "d", { name: "worse" })).toMatchObject({ type: "/problems/worse" });
    expect(body(404, "d")).toMatchObject({ type: "about:blank", title: "Not Found" });
    expect(body(799, "d")).toMatchObject({ title: "Error" });
    const errors = [{ parameter: "a", reason: "b" }];
    expect(body(400, "d", { errors }).errors).toEqual(errors);
    const response = { status: 200, headers: {}, body: "a" };
    expect(withBody(response, types)).toBe(response);
    expect(problem(405, "d", { headers: { allow: "GET" } }).headers).toEqual({
      ...{ "content-type": "application/problem+json", allow: "GET" },
    });
  });

  test("has a page for those who read it", () => {
    const page = (method: string, path: string) =>
      respondWithPage(types, method, { ...request, path })?.status;
    expect([page("GET", "/problems/bad"), page("HEAD", "/problems/worse")]).toEqual([200, 200]);
    expect([page("POST", "/problems/bad"), page("GET", "/problems/other")]).toEqual([
      ...[undefined, undefined],
    ]);
  });
});

describe("a request", () => {
  const read = (url: string | undefined, headers: object = {}, body = "") =>
    readRequest(
      Object.assign(Readable.from(body ? [Buffer.from(body)] : []), {
        url,
        headers,
      }) as IncomingMessage,
    );

  test.each<[url: string | undefined, path: string, query: object]>([
    [undefined, "/", {}],
    ["/a?b=c&b=d&e=", "/a", { b: ["c", "d"], e: "" }],
    ["?a=b", "/", { a: "b" }],
    ["//a/b#c?d", "//a/b", {}],
    ["HTTP://host/a", "/a", {}],
    ["https://host", "/", {}],
    ["/a?b=?c", "/a", { b: "?c" }],
  ])("for %s has the path %s", async (url, path, query) => {
    const headers = { "content-length": "0" };
    expect(await read(url)).toMatchObject({ path, query, headers, bytes: "" });
  });

  test("has its body as text, or as JSON", async () => {
    const bodyOf = async (type: string, text: string) =>
      (await read("/", { "content-type": type }, text)).body;
    expect(await bodyOf("text/plain", "[1]")).toBe("[1]");
    expect(await bodyOf("application/json", "[1]")).toEqual([1]);
    expect(await bodyOf("Application/a+JSON; b=c", "[1]")).toEqual([1]);
    expect(await bodyOf("application/jsonp", "[1]")).toBe("[1]");
    const types = ["text/plain", "multipart/form-data; boundary=a"];
    const sent = types.map((type) => read("/", { "content-type": type }, "é"));
    expect((await Promise.all(sent)).map(({ bytes }) => bytes)).toEqual(["é", "Ã©"]);
    const none = await read("/", { "content-type": "application/json" });
    expect([none.body, none.unreadable]).toEqual([undefined, undefined]);
  });

  test("has the headers that Prism reads", async () => {
    const headers = {
      authorization: "bEARER a",
      "content-type": "garbage",
      "content-length": "9",
      list: ["a", "b"],
    };
    expect((await read("/", headers, "é")).headers).toEqual({
      ...{ authorization: "Bearer a", "content-type": "application/octet-stream" },
      ...{ "content-length": "2", list: "a,b" },
    });
    expect((await read("/", { authorization: "bearera" })).headers.authorization).toBe("bearera");
  });

  test("that cannot be read says why", async () => {
    expect((await read("/%ff")).unreadable).toMatchObject({ location: "path" });
    const broken = await read("/", { "content-type": "application/json" }, "{");
    expect(broken.unreadable).toEqual({
      ...{ location: "body", message: expect.stringMatching(/^Request body is not valid JSON: /) },
    });
    const tooLarge = "x".repeat(10 * 1024 * 1024);
    expect((await read("/", {}, tooLarge)).body).toHaveLength(10 * 1024 * 1024);
    await expect(read("/", {}, `${tooLarge}x`)).rejects.toMatchObject({
      ...{ name: "BodyTooLargeError", message: "the request body exceeds 10485760 bytes" },
    });
  });
});
