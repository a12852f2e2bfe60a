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
  const error = { kind: "http", operation: "getBlock", status: 502, body } as HttpError;
  const said = `getBlock: 502${detail}. The service failed; call again later.`;
  expect(errorText(error, context)).toBe(said);
});

const http = (status: number, more: object = {}) =>
  ({ kind: "http", operation: "getBlock", status, body: { detail: "Why." }, ...more }) as HttpError;
const other = (kind: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), {
    kind,
    operation: "getBlock",
    ...more,
  }) as unknown as ApiError;

const QUOTE = " Quote request id r1 when reporting it.";
const REPORTED = { requestId: "r1" };

it.each<[ApiError, string]>([
  [http(400), "getBlock: 400 Why. Correct the arguments and call again."],
  [
    http(404),
    "getBlock: 404 Why. Check the chain and the identifier: it may not exist, or not yet.",
  ],
  [http(409), "getBlock: 409 Why. Resolve what it names before calling again."],
  [http(429), "getBlock: 429 Why. Wait a while before calling again."],
  [http(429, { retryAfterMs: 1_001 }), "getBlock: 429 Why. Wait 2 seconds before calling again."],
  [
    http(501),
    "getBlock: 501 Why. The service does not implement this operation; do not call it again.",
  ],
  [http(418), "getBlock: 418 Why."],
  [http(499, REPORTED), `getBlock: 499 Why.${QUOTE}`],
  [http(500), "getBlock: 500 Why. The service failed; call again later."],
  [http(500, REPORTED), `getBlock: 500 Why. The service failed; call again later.${QUOTE}`],
  [
    http(503, { retryAfterMs: 3_000, ...REPORTED }),
    `getBlock: 503 Why. Wait 3 seconds before calling again.${QUOTE}`,
  ],
  [
    other("timeout", "getBlock: late"),
    "getBlock: late. Call again later, or ask for less: fewer rows per page.",
  ],
  [
    other("input", "chain is wrong", { parameter: "chain" }),
    "chain is wrong. Correct chain and call again.",
  ],
  [other("aborted", "getBlock: aborted"), "getBlock: aborted"],
])("%j is told and what to do about it", (error, text) => {
  expect(errorText(error, context)).toBe(text);
});

it.each([
  [401, false, "The operation needs a token"],
  [403, false, "The operation needs a token"],
  [401, true, "The service refused the token"],
  [403, true, "The service refused the token"],
])("%i with a token: %j", (status, hasCredentials, reason) => {
  expect(errorText(http(status), { ...context, hasCredentials })).toMatch(
    new RegExp(
      `^getBlock: ${status} Why\\. ${reason}\\. Ask the user to set \\$token in the environment`,
    ),
  );
});

it("advises of another API what its document has", () => {
  const other = { ...context, isOfChains: false, credentials: [] };
  const said = (status: number) => errorText(http(status), other);
  expect(said(404)).toBe("getBlock: 404 Why. Check the arguments: what they name may not exist.");
  expect(said(401)).toBe("getBlock: 401 Why.");
  expect(said(422)).toBe("getBlock: 422 Why. Correct the arguments and call again.");
  const keyed = { ...other, credentials: ["apiKey", "appKey"] };
  expect(errorText(http(403), keyed)).toContain("Ask the user to set $apiKey or $appKey in the");
});

it.each<[body: unknown, detail: string]>([
  [
    { error: { type: "card_error", code: "declined", message: "The card is declined." } },
    "The card is declined",
  ],
  [{ error: { message: "No such customer", param: "customer" } }, "customer No such customer"],
  [{ message: "Not Found", documentation_url: "https://docs.test" }, "Not Found"],
  [
    {
      message: "Validation Failed",
      errors: [{ resource: "Issue", field: "title", code: "missing" }],
    },
    "Validation Failed; title missing",
  ],
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
  [{ ok: false, error: "channel_not_found" }, "channel_not_found"],
  [{ fault: { faultstring: "Quota exceeded" } }, "Quota exceeded"],
  [[{ message: "First" }, { message: "Second" }], "First; Second"],
  [{ status: 404, path: "/pets/1", error: "Not Found" }, "Not Found"],
  [{ because: ["unknown"] }, '{"because":["unknown"]}'],
])("says why of %j", (body, detail) => {
  expect(errorText(http(418, { body }), context)).toBe(`getBlock: 418 ${detail}.`);
});

it("tells where a redirect leads, and how to go there", () => {
  const error = Object.assign(http(399), { message: "It leads to b." });
  expect(errorText(error, context)).toMatch(
    /^It leads to b\. Set the URL it leads to: --base-url or \$/,
  );
});

it("names the last cause of a network error", () => {
  const text = (cause: Error) =>
    errorText(other("network", "fetch failed", { cause: new Error("outer", { cause }) }), context);
  const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  expect(text(refused)).toMatch(
    /^getBlock: no connection to http:\/\/a\.test \(ECONNREFUSED\)\. Check/,
  );
  expect(text(new Error("closed"))).toContain("(closed)");
});

it("a long detail ends after 500 characters", () => {
  const told = (detail: string) => errorText(http(400, { body: { detail } }), context);
  expect(told("d".repeat(500))).toContain(` ${"d".repeat(500)}. Correct`);
  expect(told("d".repeat(501))).toContain(` ${"d".repeat(500)}…. Correct`);
});

it.each<[ApiError, boolean]>([
  [http(500), true],
  [http(499), false],
  [http(501), false],
  [other("timeout", "late", { attempts: 1 }), true],
  [other("timeout", "late", { attempts: 0 }), false],
  [other("decode", "no JSON"), true],
  [other("input", "wrong", { parameter: "tag" }), false],
  [other("network", "failed", { cause: Object.assign(new Error(), { code: "ECONNRESET" }) }), true],
  [other("network", "failed", { cause: Object.assign(new Error(), { code: "ENOTFOUND" }) }), false],
])("after %j a change may have been made: %j", (error, may) => {
  const text = errorText(error, { ...context, isWrite: true });
  const warning = "The change may have been made all the same: check that before calling again.";
  expect(text.includes(warning)).toBe(may);
});

it("quotes the request that may have made a change", () => {
  const asked = { ...context, isWrite: true };
  expect(errorText(http(500, REPORTED), asked)).toMatch(
    /^getBlock: 500 Why\. The change .* again\. Quote request id r1 when reporting it\.$/,
  );
  expect(errorText(http(500), asked)).toMatch(/again\.$/);
});
