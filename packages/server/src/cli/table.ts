/** Prints rows in aligned columns. */
export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [columns, ...rows];
  const widths = columns.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  for (const row of all) {
    const line = row.map((value, at) => value.padEnd(widths[at] ?? 0)).join("  ");
    console.log(line.trimEnd());
  }
}
