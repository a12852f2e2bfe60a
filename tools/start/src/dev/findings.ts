import { shortened, shown } from "./contract.ts";

const MOST_LISTED = 8;

/** Findings of the linter, of which each is shown once while it remains. */
export class Findings {
  #known: ReadonlySet<string> = new Set();

  /** Takes these findings as known. */
  keep(found: readonly string[]): void {
    this.#known = new Set(found.map(withoutPlace));
  }

  /** Returns those that are not known yet. */
  fresh(found: readonly string[]): string[] {
    return found.filter((line) => !this.#known.has(withoutPlace(line)));
  }
}

/** A finding as it is when lines are added above it. */
function withoutPlace(line: string): string {
  return line.replace(/^(\S+?):\d+:\d+ /, "$1 ");
}

/** Lists problems, the first ones if there are many: most of them follow from one. */
export function list(lines: readonly string[]): string {
  const more = lines.length - MOST_LISTED;
  const rest = more > 0 ? [`and ${more} more; npx --yes pnpm@12 lint lists all`] : [];
  return [...lines.slice(0, MOST_LISTED), ...rest].map((line) => `\n    ${line}`).join("");
}

/**
 * Puts the place first, which parsers of YAML name last: `… in "<file>" (60:2)`. An error without a place is one of
 * the files that were edited.
 */
export function placeFirst(message: string, edited: readonly string[]): string {
  const [, what, file = "", place] = /^(?:\S+: )?(.*) in "(.*)" \((\d+:\d+)\)/.exec(message) ?? [];
  if (what) {
    return `${shown(file)}:${place} ${what}`;
  }
  const text = shortened(message);
  return /^[\w./-]+:\d+/.test(text) ? text : `${edited.map(shown).join(", ")}: ${text}`;
}
