import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Defect } from "../defects/defect.ts";

/** Title of the case that found each defect, to look there first; `CHAINKIT_RECORD=1` records it anew. */
const FILE = new URL("found-by.json", import.meta.url);

const recorded: Readonly<Record<string, string>> = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, "utf8"))
  : {};

/** With `CHAINKIT_THOROUGH=1`, as each night, the suite is not told where to look. */
const isUsed = process.env.CHAINKIT_THOROUGH !== "1" && process.env.CHAINKIT_RECORD !== "1";

/** Returns the title of the case that found a defect when last recorded. */
export function foundBy({ kind, name }: Pick<Defect, "kind" | "name">): string | undefined {
  return isUsed ? recorded[`${kind}: ${name}`] : undefined;
}

/** Returns the titles of all recorded cases. */
export function recordedTitles(): string[] {
  return [...new Set(Object.values(recorded))].sort();
}

/** Records which case found each defect. */
export function record(
  trials: readonly { readonly kind: string; readonly defect: string; readonly caughtBy?: string }[],
): void {
  const titles = trials.flatMap(({ kind, defect, caughtBy }) =>
    caughtBy?.includes(" / ") ? [[`${kind}: ${defect}`, caughtBy] as const] : [],
  );
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(titles.sort()), null, 2)}\n`);
}
