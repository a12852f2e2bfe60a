import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createCall } from "../src/call.ts";
import { isApiError } from "../src/index.ts";

test("result() rejects with an error that is not one of a call", async () => {
  const error = new TypeError("a bug in middleware");
  await expect(createCall(Promise.reject(error)).result()).rejects.toBe(error);
});

test("an error of another realm is recognized, as in tests that run in one of their own", () => {
  const error = runInNewContext(
    'Object.defineProperty(new Error("503"), Symbol.for("chainkit.ApiError"), { value: true })',
  );
  expect(error).not.toBeInstanceOf(Error);
  expect(isApiError(error)).toBe(true);
  const others = [undefined, null, "input", 5, { kind: "input" }, new Error("input")];
  expect(others.filter(isApiError)).toEqual([]);
});
