import { spawnSync } from "node:child_process";
import { CLI } from "./command.ts";

const UNPRIVILEGED = 65_534;

/**
 * Returns a user whom permissions of files concern: this one, or an unprivileged one in place of root.
 *
 * @returns Undefined if this is root and only root may enter a folder above this repository, such as the
 *   home of root: nobody else can start Node or read the sources there.
 */
export function userWithoutPrivileges(): number | undefined {
  const own = process.getuid?.();
  if (own !== 0) {
    return own;
  }
  const read = `require("node:fs").readFileSync(${JSON.stringify(CLI)})`;
  const { status } = spawnSync(process.execPath, ["-e", read], { uid: UNPRIVILEGED });
  return status === 0 ? UNPRIVILEGED : undefined;
}
