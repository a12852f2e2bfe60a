import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));

test("the example of the README runs against the built package", async () => {
  const readme = await readFile(`${folder}/README.md`, "utf8");
  const example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? "";
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module-typescript", "--eval", example],
    { cwd: folder, timeout: 300_000 },
  );
  expect(stdout).toMatch(/^\d+\n$/);
});
