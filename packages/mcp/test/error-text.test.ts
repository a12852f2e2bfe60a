import type { ApiError } from "@chainkit/client";
import { expect, it } from "vitest";
import { type ErrorContext, errorText } from "../src/error-text.ts";

type HttpError = Extract<ApiError, { kind: "http" }>;

const context: ErrorContext = {
  baseUrl: "http://a.test",
  isWrite: false,
  variable: (setting) => `$${setting}`,
  credentials: ["token"],
  hasCredentials: false,
  isOfChains: true,
  argumentOf: (parameter) => parameter,
  redact: (value) => value,
};
const ofOthers = { ...context, isOfChains: false, credentials: [] };
const keyed = { ...ofOthers, credentials: ["apiKey", "appKey"] };
const withToken = { ...context, hasCredentials: true };
const write = { ...context, isWrite: true };

const http = (status: number, more: object = {}) =>
  ({ kind: "http", operation: "getBlock", status, body: { detail: "Why." }, ...more }) as HttpError;
const other = (kind: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), {
    kind,
    operation: "getBlock",
    ...more,
  }) as unknown as ApiError;
const failed = (cause: object) =>
  other("network", "fetch failed", { cause: new Error("outer", { cause }) });
const coded = (code: string) => Object.assign(new Error("refused"), { code });

const REPORTED = { requestId: "r1" };
const statuses = [400, 401, 403, 404, 409, 418, 422, 429, 500, 501];
const MESSAGES: readonly (readonly [what: string, error: ApiError, context?: ErrorContext])[] = [
  ...statuses.map((status) => [`a ${status}`, http(status)] as const),
  ["a 429 with a time", http(429, { retryAfterMs: 1_001 })],
  ["a 503 with a time", http(503, { retryAfterMs: 3_000, ...REPORTED })],
  ["a 499 with a request id", http(499, REPORTED)],
  ["a 500 with a request id", http(500, REPORTED)],
  ["a 401 with a token", http(401), withToken],
  ["a 403 with a token", http(403), withToken],
  ["a 401 of another API", http(401), ofOthers],
  ["a 403 of another API with keys", http(403), keyed],
  ["a 404 of another API", http(404), ofOthers],
  ["a redirect", Object.assign(http(399), { message: "It leads to b." })],
  ["a timeout", other("timeout", "getBlock: late")],
  ["an input", other("input", "chain is wrong", { parameter: "chain" })],
  ["a body", other("decode", "getBlock: 200 with no JSON; is baseUrl right?")],
  ["an abort", other("aborted", "getBlock: aborted")],
  ["a refused connection", failed(coded("ECONNREFUSED"))],
  ["a closed connection", failed(new Error("closed"))],
  ["a change with a 500", http(500), write],
  ["a change with a 500 and a request id", http(500, REPORTED), write],
  ["a change with a 499", http(499), write],
  ["a change with a 501", http(501), write],
  ["a change that timed out once sent", other("timeout", "late", { attempts: 1 }), write],
  ["a change that timed out before", other("timeout", "late", { attempts: 0 }), write],
  ["a change with no JSON", other("decode", "no JSON"), write],
  ["a change with an input", other("input", "wrong", { parameter: "tag" }), write],
  [
    "a change whose connection was reset",
    other("network", "reset", { cause: coded("ECONNRESET") }),
    write,
  ],
  ["a change without a host", other("network", "none", { cause: coded("ENOTFOUND") }), write],
];

it("the catalogue of what is told of an error, and what to do about it", async () => {
  const lines = MESSAGES.map(
    ([what, error, its = context]) => `${what}: ${errorText(error, its)}\n`,
  );
  await expect(lines.join("")).toMatchFileSnapshot("catalogue/errors.txt");
});

it.each([
  ["Busy  now.", " Busy now"],
  ["<p>Down</p>", ""],
  ["", ""],
  [" \n", ""],
  [null, ""],
  [undefined, ""],
  [7, ""],
  [{ detail: "Down." }, " Down"],
])("says of a failure with the body %j: %j", (body, detail) => {
  const said = `getBlock: 502${detail}. The service failed; call again later.`;
  expect(errorText(http(502, { body }), context)).toBe(said);
});

it.each<[body: unknown, detail: string]>([
  [
    { error: { type: "card_error", code: "declined", message: "The card is declined." } },
    "The card is declined",
  ],
  [{ message: "Not Found", documentation_url: "https://docs.test" }, "Not Found"],
  [
    { detail: [{ type: "missing", loc: ["query", "q"], msg: "Field required" }] },
    "query.q Field required",
  ],
  [
    { errors: [{ title: "Invalid", detail: "Too long.", source: { pointer: "/name" } }] },
    "/name Too long",
  ],
  [
    { title: "Invalid", errors: { name: ["is short", "is odd"] } },
    "Invalid; name is short; name is odd",
  ],
  [{ error: "invalid_grant", error_description: "The code is used" }, "The code is used"],
  [[{ message: "First" }, { message: "Second" }], "First; Second"],
  [[[[[[{ message: "Deep" }]]]]], "Deep"],
  [{ status: 404, path: "/pets/1", error: "Not Found" }, "Not Found"],
  [{ because: ["unknown"] }, '{"because":["unknown"]}'],
])("says why of %j", (body, detail) => {
  expect(errorText(http(418, { body }), context)).toBe(`getBlock: 418 ${detail}.`);
});

const told = (body: object) => errorText(http(400, { body }), context);

it("reads the reason, its place and further ones in the members that services use", () => {
  const rest = "Correct the arguments and call again.";
  const texts =
    "detail message msg reason error_description error_message errorMessage description faultstring title error code";
  for (const name of texts.split(" ")) {
    expect([name, told({ [name]: "Why" })]).toEqual([name, `getBlock: 400 Why. ${rest}`]);
  }
  for (const list of ["error", "errors", "detail", "details", "fault", "violations", "issues"]) {
    for (const place of "parameter param field path property loc pointer source".split(" ")) {
      const body = { [list]: [{ [place]: "at", text: "Why" }] };
      expect([list, place, told(body)]).toEqual([list, place, `getBlock: 400 at. ${rest}`]);
    }
  }
});

it("a long detail ends after 500 characters", () => {
  expect(told({ detail: "d".repeat(500) })).toContain(` ${"d".repeat(500)}. Correct`);
  expect(told({ detail: "d".repeat(501) })).toContain(` ${"d".repeat(500)}…. Correct`);
});
