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
export const coverages = { readCoverage };

const ESCAPED = /\\./g;
const QUOTED = /"[^"]*"/g;
/** An integer or a boolean of a dictionary of structured fields (RFC 9651), perhaps with parameters. */
const MEMBER = /^\s*([a-z][\w.*-]*)(?:=(-?\d{1,15}|\?[01]))?\s*(;|$)/;

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
