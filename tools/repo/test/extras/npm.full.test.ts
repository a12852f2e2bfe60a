import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { npmCommand, pnpmCommand } from "../../src/extras/index.ts";

test("on Windows, the script of npm is run by this Node, from a path with spaces as well", async () => {
  const root = await mkdtemp(join(tmpdir(), "Program Files-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const script = join(root, "nodejs/node_modules/npm/bin/npx-cli.js");
  await mkdir(dirname(script), { recursive: true });
  await writeFile(script, "");
  const path = `${join(root, "elsewhere")};${join(root, "nodejs")}`;
  expect(npmCommand("npx", { platform: "win32", path })).toEqual([process.execPath, script]);
  expect(() => npmCommand("npm", { platform: "win32", path })).toThrow("npm is not on the PATH");
  expect(npmCommand("npx", { platform: "linux", path })).toEqual(["npx"]);
});

test.each([
  ["/usr/lib/pnpm/pnpm", ["/usr/lib/pnpm/pnpm"]],
  ["C:\\Users\\A B\\pnpm.exe", ["C:\\Users\\A B\\pnpm.exe"]],
  ["/usr/lib/pnpm/pnpm.cjs", [process.execPath, "/usr/lib/pnpm/pnpm.cjs"]],
  ["/usr/lib/npm/bin/npx-cli.js", ["npx", "--yes", "pnpm@12"]],
  // A batch file needs a shell.
  ["C:\\Users\\A B\\pnpm.cmd", ["npx", "--yes", "pnpm@12"]],
  [undefined, ["npx", "--yes", "pnpm@12"]],
])("pnpm is the one that runs this process, %s, if any", (path, command) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("npm_execpath", path);
  expect(pnpmCommand()).toEqual(command);
});
