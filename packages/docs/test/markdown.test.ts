import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderMarkdown } from "../src/markdown.ts";
import { renderSource } from "../src/source.ts";

test("the catalogue of Markdown: what each of its forms becomes", async () => {
  const file = join(import.meta.dirname, "fixtures/everything.markdown");
  const { title, headings, body } = renderMarkdown(await readFile(file, "utf8"), {
    link: (path) => `to/${path}`,
    operation: (id) => (id === "getBlock" ? "operations/getBlock.html" : undefined),
  });
  const text = [title, ...headings.map((heading) => JSON.stringify(heading)), "", body].join("\n");
  await expect(text).toMatchFileSnapshot("catalogue/markdown.txt");
});

test("a table becomes a list on a phone unless its columns fit", () => {
  const kindOf = (...cells: string[]) =>
    renderMarkdown(`| ${cells.join(" | ")} |\n${"|---".repeat(cells.length)}|\n`, {
      link: (path) => path,
      operation: () => undefined,
    }).body.slice(0, '<div class="table compact"'.length);
  expect(kindOf("a".repeat(51), "b")).toBe('<div class="table compact"');
  expect(kindOf("a".repeat(52), "b")).toBe('<div class="table" tabinde');
  expect(kindOf("a", "b", "c")).toBe('<div class="table compact"');
  expect(kindOf("a", "b", "c", "d")).toBe('<div class="table" tabinde');
});

test("a link to no page is refused, with its line", () => {
  const source = { file: "guides/a.md", path: "guides/a", text: "# A\n\n[b](b.md)\n" };
  expect(() => renderSource(source, [], [])).toThrow(
    "guides/a.md:3 links to b.md, which is not a page of the site",
  );
});
