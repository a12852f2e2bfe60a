import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where `npmCommand` runs. */
interface Place {
  readonly platform?: NodeJS.Platform;
  readonly path?: string | undefined;
}

/**
 * Returns a command for the npm of the PATH that needs no shell. On Windows, `npm.cmd` would need one,
 * and `cmd.exe` splits paths at spaces; its script is run by Node instead.
 *
 * @returns The program and its first arguments.
 * @throws Error if npm is not on the PATH of Windows.
 * @example
 * const [program, ...args] = npmCommand("npx");
 * spawn(program, [...args, "--yes", "pnpm@12"]);
 */
export function npmCommand(
  tool: "npm" | "npx",
  { platform = process.platform, path = process.env.PATH }: Place = {},
): [program: string, ...args: string[]] {
  if (platform !== "win32") {
    return [tool];
  }
  const scripts = (path ?? "")
    .split(";")
    .map((folder) => join(folder, "node_modules/npm/bin", `${tool}-cli.js`));
  const script = scripts.find((file) => existsSync(file));
  if (script === undefined) {
    throw new Error(`${tool} is not on the PATH; install Node.js with npm`);
  }
  return [process.execPath, script];
}

/**
 * Returns a command for the repository's version of pnpm, independent of the PATH: the pnpm that runs
 * this process, otherwise the one of the README. It needs no shell.
 *
 * @returns The program and its first arguments.
 * @example
 * const [program, ...args] = pnpmCommand();
 * spawn(program, [...args, "install"]);
 */
export function pnpmCommand(): [program: string, ...args: string[]] {
  const { npm_execpath: path = "" } = process.env;
  if (!/pnpm(?:\.exe|\.[cm]?js)?$/.test(path)) {
    return [...npmCommand("npx"), "--yes", "pnpm@12"];
  }
  return /\.[cm]?js$/.test(path) ? [process.execPath, path] : [path];
}
