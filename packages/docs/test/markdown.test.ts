import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../src/markdown.ts";

const render = (text: string) =>
  renderMarkdown(text, { link: (path) => path, operation: () => undefined }).body;

describe("inline code", () => {
  it("is not broken after a hyphen", () => {
    expect(render("`Chainkit-Coverage: <a>`")).toBe(
      '<p><code><span class="unbroken">Chainkit-Coverage:</span> &lt;a&gt;</code></p>\n',
    );
  });

  it("is broken where it is longer than a line of a phone", () => {
    const long = `${"a".repeat(20)}-${"b".repeat(20)}`;
    expect(render(`\`${long}\``)).toBe(`<p><code>${long}</code></p>\n`);
  });
});

describe("a table", () => {
  const table = (...rows: string[]) => render(`| a | b | c |\n|---|---|---|\n${rows.join("\n")}`);

  it("stays one on a phone if its columns fit", () => {
    const linked = `[one](${"long/".repeat(20)})`;
    expect(table(`| ${linked} | 2 | three |`)).toContain('<div class="table compact"');
  });

  it("becomes a list on a phone if it is wide", () => {
    const [left, right] = ["a".repeat(30), "b".repeat(30)];
    expect(table(`| ${left} | 2 | 3 |`, `| 1 | ${right} | 3 |`)).toContain('<div class="table"');
    expect(render("| a | b | c | d |\n|---|---|---|---|\n| 1 | 2 | 3 | 4 |")).toContain(
      '<div class="table"',
    );
  });
});
