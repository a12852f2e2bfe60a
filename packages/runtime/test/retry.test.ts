import { afterEach, expect, it, vi } from "vitest";
import { retryAfterMs, retryDelayMs } from "../src/retry.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const asked = (value: string) => new Headers({ "retry-after": value });

it("waits longer each time, up to a limit, and for a part of it by chance", () => {
  const random = vi.spyOn(Math, "random").mockReturnValue(1);
  const delays = (policy: object) =>
    [1, 2, 3, 6, 7].map((attempts) =>
      retryDelayMs({ attempts: 9, ...policy }, true, attempts, 503, undefined),
    );
  expect(delays({})).toEqual([250, 500, 1000, 8000, 8000]);
  expect(delays({ baseDelayMs: 10, maxDelayMs: 35 })).toEqual([10, 20, 35, 35, 35]);
  random.mockReturnValue(0.5);
  expect(delays({})).toEqual([125, 250, 500, 4000, 4000]);
});

it.each(["aborted", "decode"])("after %s there is no other attempt", (ending) => {
  expect(retryDelayMs(undefined, true, 1, ending, undefined)).toBeUndefined();
});

it("waits as long as it is asked to, unless that is too long", () => {
  const delay = (value: string, policy?: object) =>
    retryDelayMs(policy, true, 1, 503, asked(value));
  expect([delay("0"), delay("7"), delay("60"), delay("61")]).toEqual([0, 7000, 60_000, undefined]);
  expect(delay("2", { maxRetryAfterMs: 1999 })).toBeUndefined();
  expect(delay("2", { maxRetryAfterMs: 2000 })).toBe(2000);
});

it("reads the obsolete forms of dates as times of Greenwich, wherever it runs", () => {
  const zone = process.env.TZ;
  process.env.TZ = "Pacific/Auckland";
  vi.spyOn(Date, "now").mockReturnValue(Date.UTC(2015, 10, 6, 8, 49, 37));
  const delayOf = (value: string) => retryAfterMs(asked(value));
  expect(delayOf("Friday, 06-Nov-15 08:50:37 GMT")).toBe(60_000);
  expect(delayOf("Sunday, 06-Nov-94 08:49:37 GMT")).toBe(0);
  expect(delayOf("Fri Nov  6 08:50:37 2015")).toBe(60_000);
  expect(delayOf("Mon Nov 16 08:49:37 2015")).toBe(10 * 86_400_000);
  process.env.TZ = zone ?? "";
});
