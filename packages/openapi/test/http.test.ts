import { expect, test } from "vitest";
import {
  curlCommand,
  PROBLEM_PAGE_HEADERS,
  parseRetryAfter,
  problemPage,
  shellWord,
} from "../src/http.ts";

const NOW = Date.parse("Sun, 06 Nov 1994 08:49:37 GMT");

test.each([
  ["3", 3000],
  [" 3 ", 3000],
  ["0", 0],
  ["Sun, 06 Nov 1994 08:49:40 GMT", 3000],
  ["Sunday, 06-Nov-94 08:49:40 GMT", 3000],
  ["Sun, 06 Nov 1994 08:49:30 GMT", 0],
  [undefined, undefined],
  [null, undefined],
  ["", undefined],
  ["-1", undefined],
  ["1.5", undefined],
  ["soon", undefined],
  ["soon GMT", undefined],
  ["1994-11-06T08:49:40Z", undefined],
])("a Retry-After of %j is %s ms", (value, ms) => {
  expect(parseRetryAfter(value, NOW)).toBe(ms);
});

test("a word of the shell keeps its quotes", () => {
  expect(shellWord("it's $HOME")).toBe(`'it'\\''s $HOME'`);
});

test.each([
  [{ method: "GET", headers: [] }, "curl url"],
  [{ method: "DELETE", headers: ["'a: b'"] }, "curl --request DELETE url --header 'a: b'"],
  [{ method: "POST", headers: [], body: "it's" }, "curl url --data 'it'\\''s'"],
  [{ method: "POST", headers: [] }, "curl --request POST url"],
  [{ method: "GET", headers: [], body: "" }, "curl --request GET url --data ''"],
  [{ method: "POST", headers: [], body: "@file" }, "curl url --data-raw '@file'"],
  [
    { method: "POST", headers: [], body: Uint8Array.of(0, 255) },
    "curl url --data-binary $'\\x00\\xff'",
  ],
  [{ method: "GET", headers: [], options: ["-i", "-k"] }, "curl -i -k url"],
])("%o is a curl command", (request, command) => {
  expect(curlCommand({ url: "url", ...request }, " ")).toBe(command);
});

test("a curl command has a line for each header and for the body", () => {
  const request = { method: "POST", url: "url", headers: ["'a: b'"], body: "{}" };
  expect(curlCommand(request)).toBe("curl url \\\n  --header 'a: b' \\\n  --data '{}'");
});

test("the page of an error type has its text, without HTML of its own", () => {
  const type = { name: "lost", status: 404, title: "Lost", cause: "No `<a>` & b.", fix: "Look." };
  const page = problemPage(type);
  expect(page).toContain("<p>Status 404, type <code>/problems/lost</code></p>");
  expect(page).toContain("<p>No <code>&lt;a></code> &amp; b.</p>");
});

test("the page of an error type loads nothing, and may be kept", () => {
  expect(PROBLEM_PAGE_HEADERS).toEqual({
    "cache-control": "public, max-age=3600",
    "content-security-policy": "default-src 'none'",
    "content-type": "text/html; charset=utf-8",
  });
});
