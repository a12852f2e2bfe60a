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
  const values = [
    ...["5", "Wed, 21 Oct 2015 07:28:09 GMT", "Wed, 21 Oct 2015 07:27:00 GMT"],
    ...["-5", "1.5", "2015-10-21", "soon GMT", ""],
  ];
  expect(values.map((value) => retryAfterMs(asked(value)))).toEqual([
    ...[5000, 9000, 0],
    ...[undefined, undefined, undefined, undefined, undefined],
  ]);
  expect(retryAfterMs(new Headers())).toBeUndefined();
});
