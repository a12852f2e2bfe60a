import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { extraNames, installProject, useExtras } from "../../src/extras/index.ts";
import { withLock } from "../../src/extras/lock.ts";

const projects = join(import.meta.dirname, "../../projects");

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "extras-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function copyOf(name: string): Promise<string> {
  const folder = await temporaryFolder();
  for (const file of ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"]) {
    await cp(join(projects, name, file), join(folder, file));
  }
  return folder;
}

test("a project is installed by whoever asks first, once for all who ask", async () => {
  const folder = await copyOf("packaging");
  const [first, second] = await Promise.all([installProject(folder), installProject(folder)]);
  const { stdout } = await promisify(execFile)(process.execPath, [
    first.path("publint", "src", "cli.js"),
    "--version",
  ]);
  expect(stdout).toContain("0.3.");
  expect(second.load("publint")).toHaveProperty("publint");
});

test("an installation that fails says what to do", async () => {
  const folder = await copyOf("packaging");
  await writeFile(join(folder, "package.json"), '{ "dependencies": { "publint": "0.0.0" } }');
  await expect(installProject(folder)).rejects.toThrow(
    /cannot be installed \(exit code 1\).*npm registry.*npx --yes pnpm@12 run extras .*ERR_PNPM_/s,
  );
});

test("an unknown name is refused with those there are", async () => {
  await expect(useExtras("browsers")).rejects.toThrow(
    `unknown extras "browsers"; expected one of ${extraNames.join(", ")}`,
  );
});

test("a lock keeps others out, and that of a process that has ended does not", async () => {
  const file = join(await temporaryFolder(), "lock");
  const order: string[] = [];
  await Promise.all(
    ["a", "b"].map((name) =>
      withLock(file, async () => {
        order.push(`${name} in`);
        await new Promise((resolve) => setTimeout(resolve, 50));
        order.push(`${name} out`);
      }),
    ),
  );
  expect(order.map((entry) => entry.split(" ")[1])).toEqual(["in", "out", "in", "out"]);
  const { pid = 0 } = promisify(execFile)(process.execPath, ["--version"]).child;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await writeFile(file, String(pid));
  expect(await withLock(file, async () => "taken over")).toBe("taken over");
});
