import { expect, test } from "vitest";
import { createClient, inspectClient, isRead } from "../src/index.ts";

test("only the client of an area can be inspected", () => {
  const operations = { getItem: { method: "GET", path: "/item" } } as const;
  const baseUrl = "http://localhost";
  const client = createClient<object>(operations, { baseUrl }, [{ area: "things" }]);
  expect(inspectClient(client)).toEqual({ area: "things", baseUrl, operations });
  const why = "not a client created by the factory of an area";
  expect(() => inspectClient({})).toThrow(why);
  expect(() => inspectClient(createClient<object>(operations, { baseUrl }, []))).toThrow(why);
});

test.each([
  ["GET", undefined, true],
  ["HEAD", undefined, true],
  ["OPTIONS", undefined, true],
  ["TRACE", undefined, true],
  ["POST", undefined, false],
  ["POST", true, true],
  ["PATCH", true, true],
  ["PUT", true, false],
  ["DELETE", true, false],
] as const)("%s, idempotent: %s, only reads: %s", (method, idempotent, reads) => {
  expect(isRead({ method, path: "/item", ...(idempotent && { idempotent }) })).toBe(reads);
});
