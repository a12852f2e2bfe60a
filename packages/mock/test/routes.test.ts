import { expect, test } from "vitest";
import type { MockOperation } from "../src/operations.ts";
import { createRouter } from "../src/routes.ts";

test("a path is matched by literals first, and by its parts", () => {
  const of = (method: string, path: string) =>
    ({ id: `${method} ${path}`, method, path }) as MockOperation;
  const router = createRouter([
    ...[of("GET", "/{a}/{b}"), of("GET", "/{a}/c"), of("GET", "/x/{b}"), of("PUT", "/{other}/{b}")],
    ...[of("GET", "/file.{ext}"), of("GET", "/a+b")],
  ]);
  const found = (path: string, method = "GET") => {
    const match = router(method, path);
    return match.kind === "operations" ? match.operations.map(({ id }) => id).join() : match;
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
  expect(() => createRouter([of("GET", "/{a}"), of("GET", "/{a}")])).toThrow(
    "GET /{a} and GET /{a} are both GET /{a}",
  );
  const match = createRouter([of("GET", "/{a}"), of("GET", "/{b}")])("GET", "/x");
  expect(match).toMatchObject({ operations: [{ path: "/{a}" }, { path: "/{b}" }] });
});
