import { readFile } from "node:fs/promises";
import type { Waiver } from "./waiver.ts";

/** The waivers of the register, put there by the build of this package. */
const FILE = new URL("../../dist/contract/waivers.json", import.meta.url);

/**
 * Reads the waivers of the register, which are bundled with this package.
 *
 * @throws Error if the package is not built.
 */
export async function loadWaivers(): Promise<Waiver[]> {
  return JSON.parse(await readFile(FILE, "utf8"));
}

/**
 * Checks the names given to `--allow`.
 *
 * @throws Error naming an unknown one and those that there are.
 */
export function checkAllowed(allow: readonly string[], waivers: readonly Waiver[]): Set<string> {
  const ids = waivers.map(({ id }) => id);
  const unknown = allow.find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    throw new Error(`unknown waiver "${unknown}"; expected one of ${ids.join(", ")}`);
  }
  return new Set(allow);
}
