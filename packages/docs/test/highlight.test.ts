import { beforeEach, expect, test, vi } from "vitest";
import { highlight, highlighter } from "../src/highlight.ts";
import { keepRenderings } from "../src/render-cache.ts";

const calls = vi.spyOn(highlighter, "codeToHtml");

beforeEach(() => {
  keepRenderings(undefined);
  calls.mockClear();
});

test("code is highlighted once", () => {
  const first = highlight("const once = 1;", "ts");
  expect(first).toContain('class="');
  expect(highlight("const once = 1;", "ts")).toBe(first);
  expect(calls).toHaveBeenCalledTimes(1);
});

test("the same code in another language is highlighted as that language", () => {
  const code = "# none of TypeScript";
  const python = highlight(code, "python");
  expect(highlight(code, "ts")).not.toBe(python);
  expect(highlight(code, "python")).toBe(python);
  expect(calls).toHaveBeenCalledTimes(2);
});

test("other code of a language is highlighted for itself", () => {
  expect(highlight("let a = 1", "ts")).not.toBe(highlight("let b = 1", "ts"));
  expect(calls).toHaveBeenCalledTimes(2);
});

test("unknown languages are plain text, together", () => {
  const plain = highlight("const x = 1", "brainfuck");
  expect(plain).not.toContain('class="');
  expect(highlight("const x = 1", "cobol")).toBe(plain);
  expect(calls).toHaveBeenCalledTimes(1);
});
