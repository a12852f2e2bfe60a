import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

const dist = join(import.meta.dirname, "../dist");
const FONTS = ["geist-latin-wght-normal.woff2", "geist-mono-latin-wght-normal.woff2"];

it("consists of these files alone", async () => {
  const files = (await readdir(dist)).sort();
  expect(files).toEqual(["app.css", "app.js", ...FONTS, "icon.svg", "images.html", "index.html"]);
});

// Fonts are compressed as they are.
it.each([
  [".js", 100_000],
  [".css", 8_000],
  [".woff2", 60_000],
])("of %s, the whole explorer has less than %i bytes, compressed", async (type, limit) => {
  const files = (await readdir(dist)).filter((file) => extname(file) === type);
  expect(files).not.toEqual([]);
  const sizes = await Promise.all(
    files.map(async (file) => {
      const body = await readFile(join(dist, file));
      return type === ".woff2" ? body.byteLength : gzipSync(body).byteLength;
    }),
  );
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(limit);
});
