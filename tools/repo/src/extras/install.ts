import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { withLock } from "./lock.ts";
import { pnpmCommand } from "./npm.ts";

/** Installed project. */
export interface Extras {
  readonly folder: string;
  /** Returns the path of a file in its `node_modules`, for instance `path("node-20", "bin", "node")`. */
  path(...parts: string[]): string;
  /** Imports a module of it; the caller declares its type. */
  load<Module>(specifier: string): Module;
}

/**
 * Installs a project from its own lockfile, unless it is up to date. Concurrent calls for the same
 * project wait for each other, also across processes.
 *
 * @param folder Folder with `package.json`, `pnpm-lock.yaml` and `pnpm-workspace.yaml`.
 * @throws Error if the installation fails, for instance without network access.
 */
export async function installProject(folder: string): Promise<Extras> {
  const modules = join(folder, "node_modules");
  await mkdir(modules, { recursive: true });
  const stamp = join(modules, ".installed");
  const wanted = await digest(folder);
  const isInstalled = async () => (await readFile(stamp, "utf8").catch(() => "")) === wanted;
  if (!(await isInstalled())) {
    await withLock(join(modules, ".lock"), async () => {
      if (!(await isInstalled())) {
        await install(folder);
        await writeFile(stamp, wanted);
      }
    });
  }
  const require = createRequire(join(folder, "package.json"));
  return { folder, path: (...parts) => join(modules, ...parts), load: (name) => require(name) };
}

async function digest(folder: string): Promise<string> {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"]) {
    hash.update(await readFile(join(folder, file)));
  }
  return hash.digest("hex");
}

async function install(folder: string): Promise<void> {
  const name = basename(folder);
  console.error(`Installing test dependencies "${name}" (once) …`);
  const [program, ...first] = pnpmCommand();
  const args = ["install", "--frozen-lockfile", "--prefer-offline", "--reporter=append-only"];
  const child = spawn(program, [...first, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const show = (chunk: Buffer) => {
    output += chunk;
    process.stderr.write(chunk);
  };
  child.stdout.on("data", show);
  child.stderr.on("data", show);
  const failure = await once(child, "close").then(
    ([code]) => (code === 0 ? "" : `exit code ${code}`),
    (error: Error) => error.message,
  );
  if (failure) {
    throw new Error(
      `the extras "${name}" cannot be installed (${failure}). They come from the npm registry on ` +
        `first use; with a network, run: npx --yes pnpm@12 run extras ${name}\n${output.slice(-2_000)}`,
    );
  }
}
