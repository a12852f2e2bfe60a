import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache", import.meta.url));

/**
 * Finds a program of a package of Debian and Ubuntu. It is unpacked once, into a folder of its own: nothing is installed
 * on the machine.
 *
 * @param path Of the program in the package.
 * @returns Undefined on other systems.
 */
export function programOf(packageName: string, path: string): string | undefined {
  const cwd = join(CACHE, packageName);
  const program = join(cwd, path);
  if (!existsSync(program)) {
    mkdirSync(cwd, { recursive: true });
    const download = () => spawnSync("apt-get", ["download", packageName], { cwd }).status === 0;
    if (!download()) {
      // A fresh machine has no lists of packages yet.
      spawnSync("apt-get", ["update"]);
      download();
    }
    for (const file of readdirSync(cwd).filter((name) => name.endsWith(".deb"))) {
      spawnSync("dpkg-deb", ["-x", file, "."], { cwd });
    }
  }
  return existsSync(program) ? program : undefined;
}
