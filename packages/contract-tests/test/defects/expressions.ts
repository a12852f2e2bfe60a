import jsonata from "jsonata";

/** What expressions need besides JSONata's own functions: integers beyond 2^53, and forms of other systems. */
const HELPERS: Readonly<Record<string, (...values: never[]) => unknown>> = {
  else: (value: unknown, other: unknown) => value ?? other,
  /** Also of what is not there, of which JSONata's `$not` says nothing. */
  no: (value: unknown) => !value,
  slice: (list: readonly unknown[], from: number, to?: number) => list.slice(from, to),
  first: (text: string, length: number) => text.slice(0, length),
  text: String,
  isNaN: (text: string) => Number.isNaN(Number(text)),
  hex: (value: string | number) => `0x${BigInt(value).toString(16)}`,
  octal: (digits: string) => String(Number.parseInt(digits, 8)),
  plus: (digits: string, more: string) => String(BigInt(digits) + BigInt(more)),
  /** The greatest multiple of a unit that is not more. */
  multiple: (digits: string, unit: string) =>
    String((BigInt(digits) / BigInt(unit)) * BigInt(unit)),
  double: (digits: string) => BigInt(Number(digits)).toString(),
  exponential: (digits: string) => Number(digits).toExponential(),
  thousands: (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ","),
  /** Moves the decimal point of digits. */
  shifted: (digits: string, places: number) => {
    const padded = digits.padStart(places + 1, "0");
    return `${padded.slice(0, -places)}.${padded.slice(-places)}`.replace(/\.?0+$/, "");
  },
  topic: (address: string | null) => address && `0x${address.slice(2).padStart(64, "0")}`,
  mixed: (hex: string | null) =>
    hex &&
    `0x${hex.slice(2).replace(/[a-f]/g, (digit, at) => (at % 2 ? digit : digit.toUpperCase()))}`,
  later: (time: string, seconds: number) =>
    new Date(Date.parse(time) + 1000 * seconds).toISOString(),
  utc: (time: string) => new Date(time).toUTCString(),
  keyed: (list: readonly unknown[]) => Object.fromEntries(list.entries()),
  /** The members of an object, numbers and booleans as texts. */
  texts: (fields: object) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === "number" || typeof value === "boolean" ? String(value) : value,
      ]),
    ),
};

const CHAINS = ["ethereum", "apechain", "arbitrum", "avalanche", "base", "bsc", "polygon"];

const compiled = new Map<string, jsonata.Expression>();

/** Evaluates a JSONata expression. Its lists are plain arrays. */
export async function evaluate(text: string, input: unknown, bindings: object): Promise<unknown> {
  const expression = compiled.get(text) ?? jsonata(text);
  compiled.set(text, expression);
  for (const [name, run] of Object.entries(HELPERS)) {
    expression.assign(name, run);
  }
  const result = await expression.evaluate(input, { ...bindings, CHAINS });
  return Array.isArray(result) ? Array.from(result) : result;
}

/** Text that begins with `=` is an expression, anything else the value itself. */
export async function resolved(value: unknown, input: unknown, bindings: object): Promise<unknown> {
  return typeof value === "string" && value.startsWith("=")
    ? evaluate(value.slice(1), input, bindings)
    : value;
}
