/**
 * The command of a pnpm that fits this repository, whatever the PATH has: the one that runs this
 * process, or else the one that the README starts.
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
