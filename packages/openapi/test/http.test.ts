import { expect, test } from "vitest";
import { parseRetryAfter, problemPage, shellWord } from "../src/http.ts";

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

test("the page of an error type has its text, without HTML of its own", () => {
  const type = { name: "lost", status: 404, title: "Lost", cause: "No `<a>` & b.", fix: "Look." };
  const page = problemPage(type);
  expect(page).toContain("<p>Status 404, type <code>/problems/lost</code></p>");
  expect(page).toContain("<p>No <code>&lt;a></code> &amp; b.</p>");
});
