import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const MEGABYTE = 2 ** 20;

/**
 * Mounts a disk of one megabyte at a folder, until the test ends.
 *
 * @returns undefined without the permission to mount.
 */
export function mountSmallDisk(folder: string) {
  try {
    const options = ["-t", "tmpfs", "-o", `size=${MEGABYTE}`, "tmpfs", folder];
    execFileSync("mount", options, { stdio: "ignore" });
  } catch {
    return undefined;
  }
  onTestFinished(() => {
    execFileSync("umount", ["-l", folder]);
  });
  const filler = join(folder, "filler");
  return {
    fill(): void {
      try {
        writeFileSync(filler, Buffer.alloc(2 * MEGABYTE));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") {
          throw error;
        }
      }
    },
    release: () => rmSync(filler),
  };
}
