import { expect, test } from "vitest";
import { createCall } from "../src/call.ts";

test("result() rejects with an error that is not one of a call", async () => {
  const error = new TypeError("a bug in middleware");
  await expect(createCall(Promise.reject(error)).result()).rejects.toBe(error);
});
