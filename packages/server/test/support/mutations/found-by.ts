import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Titles of the cases that found the mutations when last recorded, by `list: class: mutation`. */
type Titles = Readonly<Record<string, string>>;

const FILE = new URL("found-by.json", import.meta.url);
const IS_RECORDING = process.env.CHAINKIT_RECORD === "1";

const recorded: Titles = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};

/** With `CHAINKIT_THOROUGH=1`, as each night, the suite is not told where to look. */
const isUsed = process.env.CHAINKIT_THOROUGH !== "1" && !IS_RECORDING;

/** Returns the title of the case that found a mutation when last recorded. */
export function foundBy(mutation: string): string | undefined {
  return isUsed ? recorded[mutation] : undefined;
}

/** Returns the titles of all recorded cases. */
export function recordedTitles(): string[] {
  return [...new Set(Object.values(recorded))].sort();
}

/** Records which case found each mutation, if `CHAINKIT_RECORD=1` asks for it. */
export function record(titles: Titles): void {
  if (IS_RECORDING) {
    const sorted = Object.entries(titles).sort(([one], [other]) => (one < other ? -1 : 1));
    writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  }
}
