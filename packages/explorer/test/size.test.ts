import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

const LIMIT = 100_000;
const dist = join(import.meta.dirname, "../dist");

it(`the whole explorer is less than ${LIMIT} bytes, gzipped`, async () => {
  const files = await readdir(dist);
  expect(files.sort()).toEqual(["app.css", "app.js", "images.html", "index.html"]);
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(join(dist, file))).byteLength),
  );
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(LIMIT);
});
