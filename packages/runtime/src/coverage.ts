/** Which part of a chain a list covers, as its response states. A member that is absent is not stated. */
export interface Coverage {
  /** First block that was considered. */
  readonly from?: number;
  /** Latest block that was considered. */
  readonly to?: number;
  /** Whether nothing is missing up to `to`. */
  readonly complete?: boolean;
  /** Block at which the balances hold. */
  readonly balances?: number;
  /** Balances of the wallet that are known and not read yet. */
  readonly pending?: number;
  /** Balances of the wallet whose contracts could not be read. */
  readonly unreadable?: number;
}

/** Reading of coverages, for clients with operations that state one. */
export const coverages = { readCoverage, narrowCoverage };

const ESCAPED = /\\./g;
const QUOTED = /"[^"]*"/g;
/** An integer or a boolean of a dictionary of structured fields (RFC 9651), perhaps with parameters. */
const MEMBER = /^\s*([a-z][\w.*-]*)(?:=(-?\d{1,15}|\?[01]))?\s*(;|$)/;

/** Members of which the greater value covers less, and those of which the lesser one does. */
const GREATER: readonly string[] = ["from", "pending", "unreadable"];
const LESSER: readonly string[] = ["to", "complete"];

/** Reads the header of a response. Members of other types are for later versions, and ignored. */
function readCoverage(headers: Headers, name: string): Coverage | undefined {
  const members: Record<string, number | boolean> = {};
  const text = headers.get(name);
  for (const part of text?.replace(ESCAPED, "").replace(QUOTED, '"').split(",") ?? []) {
    const [, key, value = "?1"] = MEMBER.exec(part) ?? [];
    if (key) {
      members[key] = value.startsWith("?") ? value === "?1" : Number(value);
    }
  }
  return text === null ? undefined : members;
}

/**
 * Returns what holds for two pages of a list together. Not stated is what one of them leaves out, and a
 * member such as `balances` that differs: neither value holds for both.
 */
function narrowCoverage(
  one: Coverage | undefined,
  other: Coverage | undefined,
): Coverage | undefined {
  if (!one || !other) {
    return undefined;
  }
  const values: Readonly<Record<string, number | boolean>> = { ...other };
  const members: Record<string, number | boolean> = {};
  for (const [name, value] of Object.entries(one)) {
    const { [name]: next } = values;
    if (next === undefined) {
      continue;
    }
    const [less, more] = value < next ? [value, next] : [next, value];
    if (GREATER.includes(name) || less === more) {
      members[name] = more;
    } else if (LESSER.includes(name)) {
      members[name] = less;
    }
  }
  return members;
}
