import { npmCommand } from "./npm.ts";

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
