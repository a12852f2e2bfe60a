export function formatTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const all = [columns, ...rows];
  const widths = columns.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((value, at) => value.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(formatTable(columns, rows).join("\n"));
}
