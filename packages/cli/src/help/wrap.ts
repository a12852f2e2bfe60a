/** Breaks a text into lines of at most `width` columns, at its spaces. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\n\s*\n/)) {
    let line = "";
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      if (line && line.length + 1 + word.length > width) {
        lines.push(line);
        line = word;
      } else {
        line = line ? `${line} ${word}` : word;
      }
    }
    lines.push(line);
  }
  return lines;
}

/** Rows of two columns; the second is wrapped, and begins on its own line if the first is long. */
export function twoColumns(
  rows: readonly (readonly [string, string])[],
  width: number,
  first = 26,
): string[] {
  return rows.flatMap(([left, right]) => {
    const lines = wrap(right, Math.max(30, width - first - 2));
    const indent = " ".repeat(first + 2);
    const rest = lines.map((line) => indent + line);
    return left.length > first - 2
      ? [`  ${left}`, ...rest]
      : [`  ${left.padEnd(first)}${lines[0] ?? ""}`, ...rest.slice(1)];
  });
}

/** The width of help: that of the terminal, but no wider than is easy to read. */
export const helpWidth = (): number =>
  Math.min(100, terminalWidth(process.stdout.columns, process.env) ?? 100);

/**
 * Returns the width of the terminal, in columns: what `COLUMNS` says, or else the terminal. Those of some containers
 * and editors say 0; then the width is not known.
 */
export function terminalWidth(
  columns: number | undefined,
  env: Readonly<Record<string, string | undefined>>,
): number | undefined {
  const { COLUMNS = "" } = env;
  return (/^\d+$/.test(COLUMNS) && Number(COLUMNS)) || columns || undefined;
}
