import { createClient } from "@chainkit/runtime";
import { expect, it, onTestFinished, vi } from "vitest";
import { parseRetryAfter } from "../src/http.ts";

interface Operations {
  getItem(): { result(): Promise<{ error: { retryAfterMs: number | undefined } }> };
}

// The clients have code of their own for it, so that they depend on nothing.
it.each([
  "3",
  "0",
  "Sun, 06 Nov 2044 08:49:40 GMT",
  "Sun, 06 Nov 1994 08:49:40 GMT",
  "-1",
  "1.5",
  "soon",
  "2044-11-06T08:49:40Z",
])("is read as everywhere else in chainkit: %s", async (value) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const fetch = async () => new Response("", { status: 503, headers: { "retry-after": value } });
  const options = { baseUrl: "http://localhost", fetch, retry: false } as const;
  const { getItem } = createClient<Operations>(
    { getItem: { method: "GET", path: "/" } },
    options,
    [],
  );
  const { error } = await getItem().result();
  expect(error.retryAfterMs).toBe(parseRetryAfter(value));
});
