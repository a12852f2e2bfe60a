import { expect, test } from "vitest";
import type { MockOperation } from "../src/operations.ts";
import { createRouter } from "../src/routes.ts";
import { findUnsupported } from "../src/unsupported.ts";
import { operationWith } from "./support-operation.ts";

test("a path is matched by literals first, and by its parts", () => {
  const of = (method: string, path: string) =>
    ({ id: `${method} ${path}`, method, path }) as MockOperation;
  const router = createRouter([
    ...[of("GET", "/{a}/{b}"), of("GET", "/{a}/c"), of("GET", "/x/{b}"), of("PUT", "/{other}/{b}")],
    ...[of("GET", "/file.{ext}"), of("GET", "/a+b")],
  ]);
  const found = (path: string, method = "GET") => {
    const match = router(method, path);
    return match.kind === "operation" ? match.operation.id : match;
  };
  expect([found("/x/c"), found("/y/c"), found("/y/d"), found("/%78/d")]).toEqual([
    ...["GET /x/{b}", "GET /{a}/c", "GET /{a}/{b}", "GET /x/{b}"],
  ]);
  expect([found("/file.txt"), found("/a+b"), found("/%ff/d")]).toEqual([
    ...["GET /file.{ext}", "GET /a+b", "GET /{a}/{b}"],
  ]);
  expect(found("/y/d", "PUT")).toBe("PUT /{other}/{b}");
  expect(found("/y/d", "POST")).toEqual({ kind: "method-not-allowed", allow: ["GET", "PUT"] });
  for (const path of ["/y", "/y/d/e", "/filetxt", "/aab", "/"]) {
    expect(found(path)).toEqual({ kind: "no-path" });
  }
  expect(() => createRouter([of("GET", "/{a}"), of("GET", "/{b}")])).toThrow(
    "GET /{b} and GET /{a} are both GET /{b}",
  );
});

test("what Prism cannot read is named by its place", () => {
  const document = { openapi: "3.1.0", paths: {} };
  const unsupported = (operation: object) => findUnsupported(document, operationWith(operation));
  const list = { type: "array", items: {} };
  const inPath = (others: object) => ({ parameters: [{ name: "id", in: "path", ...others }] });
  expect(unsupported(inPath({ schema: list }))).toBe('path parameter "id"');
  expect(unsupported(inPath({ schema: { type: "object" } }))).toBe('path parameter "id"');
  expect(unsupported(inPath({ schema: list, explode: true }))).toBeUndefined();
  expect(unsupported(inPath({ schema: { type: "string" } }))).toBeUndefined();
  for (const style of ["spaceDelimited", "pipeDelimited"]) {
    const inQuery = (schema: object) => ({
      parameters: [{ name: "q", in: "query", style, schema }],
    });
    expect(unsupported(inQuery({ type: "object" }))).toBe('query parameter "q"');
    expect(unsupported(inQuery(list))).toBeUndefined();
  }
  const form = { name: "q", in: "query", explode: false, schema: { type: "object" } };
  expect(unsupported({ parameters: [form] })).toBeUndefined();
  const body = (type: string, properties: object) => ({
    requestBody: { content: { [type]: { schema: { type: "object", properties } } } },
  });
  const properties = { a: { type: "string" }, b: list };
  expect(unsupported(body("multipart/form-data", properties))).toBe('part "b" of the body');
  expect(unsupported(body("multipart/form-data", { a: { type: "string" } }))).toBeUndefined();
  expect(unsupported(body("application/json", properties))).toBeUndefined();
});
