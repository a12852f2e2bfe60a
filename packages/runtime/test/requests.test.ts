import { expect, it } from "vitest";
import { listHeaders, readInit, redirectMode, writeHeaders } from "../src/request.ts";

const call = { operation: "getItem", method: "GET", url: "http://localhost", attempts: 0 };

it("only a read without headers of its own follows redirects", () => {
  const modes = ["GET", "HEAD", "POST", "DELETE"].map((method) => redirectMode(method, false));
  expect(modes).toEqual(["follow", "follow", "manual", "manual"]);
  expect(["GET", "HEAD"].map((method) => redirectMode(method, true))).toEqual(["manual", "manual"]);
});

it("a request consists of method, headers and a body where there may be one", async () => {
  const init = async (method: string, body?: string) =>
    readInit(new Request("http://localhost", { method, ...(body && { body }) }), "manual");
  for (const method of ["GET", "HEAD", "POST"]) {
    expect(Object.keys(await init(method))).toEqual(["method", "headers", "redirect"]);
  }
  const { method, redirect, body } = await init("POST", "text");
  const text = new TextDecoder().decode(body as ArrayBuffer);
  expect([method, redirect, text]).toEqual(["POST", "manual", "text"]);
});

it("headers are listed in order, those of a call win, and what cannot be sent is not shown", () => {
  const last = { a: true };
  const given = listHeaders(new Headers({ a: "1" }), { b: 2, c: undefined }, undefined, last);
  expect(given).toEqual([
    ["a", "1"],
    ["b", 2],
    ["a", true],
  ]);
  const own = { accept: "x" };
  expect(writeHeaders(call, own, [])).toBe(own);
  expect([...(writeHeaders(call, own, given) as Headers)]).toEqual([
    ["a", "true"],
    ["accept", "x"],
    ["b", "2"],
  ]);
  expect((writeHeaders(call, own, [["list", ["a", 1]]]) as Headers).get("list")).toBe("a,1");
  for (const value of [" secret", "secret\n", { secret: 1 }, null, Number.NaN]) {
    expect(() => writeHeaders(call, own, [["a", value]])).toThrow(
      /^getItem: headers cannot be sent$/,
    );
  }
});
