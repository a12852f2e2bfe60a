import { expect, test, vi } from "vitest";
import { highlight, highlighter } from "../src/highlight.ts";

const calls = vi.spyOn(highlighter, "codeToHtml");

test("code is highlighted once as each language, and of an unknown one it stays plain", () => {
  const code = "# none of TypeScript";
  const shown = (language: string) => [highlight(code, language), calls.mock.calls.length];
  const [python] = shown("python");
  expect(python).toContain('class="');
  expect(shown("python")).toEqual([python, 1]);
  const [typescript] = shown("ts");
  expect(typescript).not.toBe(python);
  const [plain] = shown("brainfuck");
  expect(plain).not.toContain('class="');
  expect(shown("cobol")).toEqual([plain, 3]);
  expect(highlight("# another", "python")).not.toBe(python);
});
