import type { createHighlighter } from "shiki";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

type Highlighter = Awaited<ReturnType<typeof createHighlighter>>;

let highlight: typeof import("../src/highlight.ts").highlight;
let calls = 0;

// The highlighter is the real one; only its calls are counted.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock("shiki", async (load) => {
    const shiki = await load<typeof import("shiki")>();
    return {
      ...shiki,
      createHighlighter: async (...args: Parameters<typeof createHighlighter>) => {
        const real: Highlighter = await shiki.createHighlighter(...args);
        const codeToHtml: Highlighter["codeToHtml"] = (...each) => {
          calls += 1;
          return real.codeToHtml(...each);
        };
        return { ...real, codeToHtml };
      },
    };
  });
  ({ highlight } = await import("../src/highlight.ts"));
});
beforeEach(() => {
  calls = 0;
});
afterAll(() => {
  vi.doUnmock("shiki");
  vi.resetModules();
});

test("code is highlighted once", () => {
  const first = highlight("const once = 1;", "ts");
  expect(first).toContain('class="');
  expect(highlight("const once = 1;", "ts")).toBe(first);
  expect(calls).toBe(1);
});

test("the same code in another language is highlighted as that language", () => {
  const code = "# none of TypeScript";
  const python = highlight(code, "python");
  expect(highlight(code, "ts")).not.toBe(python);
  expect(highlight(code, "python")).toBe(python);
  expect(calls).toBe(2);
});

test("other code of a language is highlighted for itself", () => {
  expect(highlight("let a = 1", "ts")).not.toBe(highlight("let b = 1", "ts"));
  expect(calls).toBe(2);
});

test("unknown languages are plain text, together", () => {
  const plain = highlight("const x = 1", "brainfuck");
  expect(plain).not.toContain('class="');
  expect(highlight("const x = 1", "cobol")).toBe(plain);
  expect(calls).toBe(1);
});
