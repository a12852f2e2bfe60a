import type { Printer, PrinterOptions } from "./printer.ts";
import { cellText, chooseColumns, documentedFields, flatten, unwrap } from "./records.ts";
import { visible } from "./text.ts";

/** Text that a spreadsheet interprets as a formula, except numbers. */
const formula = /^[=+\-@\t\r]/;
const number = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** A field as RFC 4180 has it. */
const quote = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * Prints CSV with a header (RFC 4180). Its columns are those of the contract and of the first page,
 * so that they are the same for every page. Text that a spreadsheet would run as a formula gets an
 * apostrophe before it: names of tokens are written by strangers.
 */
export function csvPrinter(options: PrinterOptions): Printer {
  const { command, write, note, isTerminal } = options;
  let columns: readonly string[] | undefined;
  let guarded = 0;
  const unknown = new Set<string>();
  const toCell = (value: unknown): string => {
    const text = cellText(value);
    const isFormula = typeof value === "string" && formula.test(text) && !number.test(text);
    guarded += isFormula ? 1 : 0;
    const safe = isFormula ? `'${text}` : text;
    return quote(isTerminal ? visible(safe) : safe);
  };
  const rows = async (records: readonly unknown[]) => {
    const flat = records.map((record) => flatten(record));
    const lines: string[] = [];
    if (!columns) {
      const found = flat.flatMap((record) => [...record.keys()]);
      const documented = documentedFields(command).filter(
        // A field that is an object in the data stands there by its own fields.
        (name) => !found.some((other) => other.startsWith(`${name}.`)),
      );
      const all = [...new Set([...documented, ...found])];
      columns = options.columns ? chooseColumns(options.columns, all) : all;
      lines.push(columns.map(quote).join(","));
    }
    const known = columns;
    for (const record of flat) {
      lines.push(known.map((name) => toCell(record.get(name))).join(","));
      for (const name of options.columns ? [] : record.keys()) {
        if (!known.includes(name) && record.get(name) !== null) {
          unknown.add(name);
        }
      }
    }
    await write(lines.map((line) => `${line}\r\n`).join(""));
  };
  const end = async () => {
    if (columns === undefined) {
      await rows([]);
    }
    if (unknown.size > 0) {
      note(
        `omitted, because the header has no column for it: ${[...unknown].join(", ")}; use ndjson`,
      );
    }
    if (guarded > 0) {
      const what =
        guarded === 1
          ? "1 cell looks like a formula and was"
          : `${guarded} cells look like formulas and were`;
      note(`${what} prefixed with an apostrophe; json and ndjson are exact`);
    }
  };
  return {
    async value(data) {
      await rows([unwrap(data)]);
      await end();
    },
    rows,
    end,
  };
}
