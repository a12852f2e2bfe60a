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

it("makes three attempts unless the policy says otherwise", () => {
  const attemptsOf = (policy: false | object | undefined) =>
    [1, 2, 3, 4].filter((attempts) => retryDelayMs(policy, true, attempts, 503, undefined) != null);
  expect(attemptsOf(undefined)).toEqual([1, 2]);
  expect(attemptsOf({ attempts: 4 })).toEqual([1, 2, 3]);
  expect(attemptsOf(false)).toEqual([]);
});

it.each<[ending: number | string, isIdempotent: boolean, isRetried: boolean]>([
  ...[408, 429, 500, 502, 503, 504].map((status): [number, boolean, boolean] => [
    ...([status, true, true] as const),
  ]),
  ...[200, 400, 407, 409, 428, 430, 499, 501, 505].map((status): [number, boolean, boolean] => [
    ...([status, true, false] as const),
  ]),
  ["timeout", true, true],
  ["network", true, true],
  ["aborted", true, false],
  ["decode", true, false],
  [429, false, true],
  [503, false, false],
  ["timeout", false, false],
  ["network", false, false],
])("after %s, idempotent: %s, there is another attempt: %s", (ending, isIdempotent, isRetried) => {
  const delay = retryDelayMs(undefined, isIdempotent, 1, ending, undefined);
  expect(delay !== undefined).toBe(isRetried);
});

it("waits as long as it is asked to, unless that is too long", () => {
  const delay = (value: string, policy?: object) =>
    retryDelayMs(policy, true, 1, 503, asked(value));
  expect([delay("0"), delay("7"), delay("60"), delay("61")]).toEqual([0, 7000, 60_000, undefined]);
  expect(delay("2", { maxRetryAfterMs: 1999 })).toBeUndefined();
  expect(delay("2", { maxRetryAfterMs: 2000 })).toBe(2000);
});

it("reads seconds and dates", () => {
  vi.spyOn(Date, "now").mockReturnValue(Date.parse("Wed, 21 Oct 2015 07:28:00 GMT"));
  const delayOf = (value: string) => retryAfterMs(asked(value));
  expect(delayOf("5")).toBe(5000);
  expect(delayOf("Wed, 21 Oct 2015 07:28:09 GMT")).toBe(9000);
  expect(delayOf("Wed, 21 Oct 2015 07:27:00 GMT")).toBe(0);
  for (const value of ["-5", "1.5", "2015-10-21", "soon GMT", "", "Wed Oct 21 2015"]) {
    expect(delayOf(value)).toBeUndefined();
  }
  expect(retryAfterMs(new Headers())).toBeUndefined();
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
