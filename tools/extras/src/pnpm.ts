/**
 * Returns a command for the repository's version of pnpm, independent of the PATH: the pnpm that runs
 * this process, otherwise the one of the README.
 *
 * @returns The program and its first arguments.
 * @example
 * const [program, ...args] = pnpmCommand();
 * spawn(program, [...args, "install"]);
 */
export function pnpmCommand(): [program: string, ...args: string[]] {
  const { npm_execpath: path = "" } = process.env;
  if (!/pnpm[^/\\]*$/.test(path)) {
    return [process.platform === "win32" ? "npx.cmd" : "npx", "--yes", "pnpm@12"];
  }
  return /\.[cm]?js$/.test(path) ? [process.execPath, path] : [path];
}
