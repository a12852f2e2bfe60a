import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache/promtool", import.meta.url));

/**
 * Finds promtool: that of `CHAINKIT_PROMTOOL`, or that of the package `prometheus` of Debian and Ubuntu, which is
 * unpacked into a folder of its own. No registry that works everywhere has it.
 *
 * @returns Undefined on other systems.
 */
export function findPromtool(): string | undefined {
  const { CHAINKIT_PROMTOOL: given } = process.env;
  if (given) {
    return given;
  }
  const program = join(CACHE, "usr/bin/promtool");
  if (!existsSync(program)) {
    mkdirSync(CACHE, { recursive: true });
    spawnSync("apt-get", ["download", "prometheus"], { cwd: CACHE });
    const file = readdirSync(CACHE).find((name) => name.endsWith(".deb"));
    if (file !== undefined) {
      spawnSync("dpkg-deb", ["-x", file, "."], { cwd: CACHE });
    }
  }
  return existsSync(program) ? program : undefined;
}
