/** A call of a contract: the method, and its arguments by name. */
export interface DecodedCall {
  readonly method: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/**
 * Reads the decoded form of a call.
 *
 * @param text JSON text with `method` and `arguments`; the contract leaves its form open.
 * @returns Undefined if it has another form.
 */
export function readDecoded(text: string | null | undefined): DecodedCall | undefined {
  try {
    const { method, arguments: args } = JSON.parse(text ?? "null") ?? {};
    if (typeof method !== "string") {
      return undefined;
    }
    const entries = Object.entries(args ?? {}).map(([name, value]) => [name, show(value)]);
    return { method, arguments: Object.fromEntries(entries) };
  } catch {
    return undefined;
  }
}

function show(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
