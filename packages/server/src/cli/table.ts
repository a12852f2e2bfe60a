/** Prints rows in columns as wide as their longest value, on a terminal and into a pipe alike. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  for (const row of all) {
    const line = row.map((value, at) => value.padEnd(widths[at] ?? 0)).join("  ");
    console.log(line.trimEnd());
  }
}
