import type { Printer, PrinterOptions } from "./printer.ts";
import {
  cellText,
  chooseColumns,
  documentedFields,
  type FlatRecord,
  flatten,
  flattenAll,
  unwrap,
} from "./records.ts";
import { createPaint, fit, isLongHex, pad, visible, widthOf } from "./text.ts";

const GAP = "  ";
/** Widths of shortened cells if the table is too wide: of hexadecimal, and of other text. */
const SHORT = { hex: 13, text: 32 };

interface Column {
  readonly name: string;
  readonly width: number;
  readonly isNumeric: boolean;
}

const cell = (record: FlatRecord, name: string): string => visible(cellText(record.get(name)));

/** Prints a record as a line per field, and a listing as a line per record, within the width. */
export function tablePrinter(options: PrinterOptions): Printer {
  const { command, write, note } = options;
  const paint = createPaint(options.hasColor);
  let columns: Column[] | undefined;
  let hidden: string[] = [];
  return {
    async value(data) {
      const fields = chooseFields(flattenAll(unwrap(data)), options.columns);
      const names = Math.max(...fields.map(([name]) => widthOf(name)));
      const room = Math.max(16, options.width - names - GAP.length);
      const lines = fields.map(([name, value]) => {
        const text = value === null ? paint.dim("null") : fit(visible(cellText(value)), room);
        return `${paint.bold(pad(name, names))}${GAP}${text}`;
      });
      await write(lines.map((line) => `${line.trimEnd()}\n`).join(""));
    },
    async rows(records) {
      const flat = records.map((record) => flatten(record));
      const lines: string[] = [];
      if (!columns && flat.length > 0) {
        const found = [...new Set(flat.flatMap((record) => [...record.keys()]))];
        const documented = documentedFields(command).filter((name) => found.includes(name));
        const known = [...new Set([...documented, ...found])];
        const all = options.columns ? chooseColumns(options.columns, known) : known;
        const key = command.pagination?.itemKey ?? [];
        const ranked = options.columns ? undefined : rankColumns(all, key);
        columns = layOut(all, flat, options.width, ranked);
        hidden = all.filter((name) => !columns?.some((column) => column.name === name));
        const header = columns.map(({ name, width, isNumeric }) =>
          pad(fit(name, width), width, isNumeric),
        );
        lines.push(paint.bold(header.join(GAP).trimEnd()));
      }
      for (const record of flat) {
        const cells = columns?.map(({ name, width, isNumeric }) =>
          pad(fit(cell(record, name), width), width, isNumeric),
        );
        lines.push(cells?.join(GAP).trimEnd() ?? "");
      }
      await write(lines.map((line) => `${line}\n`).join(""));
    },
    async end() {
      if (!columns) {
        note("no records");
      }
      if (hidden.length > 0) {
        note(`not shown because of the width: ${hidden.join(", ")}; choose with --columns`);
      }
    },
  };
}

/** The fields that were chosen, by their name or that of the list that they are in. */
function chooseFields(fields: [string, unknown][], chosen: readonly string[] | undefined) {
  const plain = (name: string) => name.replaceAll(/\[\d+\]/g, "");
  const known = [...new Set(fields.map(([name]) => plain(name)))];
  return chosen
    ? chooseColumns(chosen, known).flatMap((each) =>
        fields.filter(([name]) => plain(name) === each),
      )
    : fields;
}

/**
 * The columns that fit, with their widths. Cells are shortened first, then columns are left out.
 *
 * @param ranked The same columns by importance, in which order they stand if not all fit; absent if they were chosen.
 */
function layOut(
  names: readonly string[],
  records: readonly FlatRecord[],
  width: number,
  ranked?: readonly string[],
): Column[] {
  const measure = (fields: readonly string[], shorten: (text: string) => number) =>
    fields.map((name): Column => {
      const values = records.map((record) => record.get(name));
      const widths = records.map((record) => shorten(cell(record, name)));
      const isNumeric = values.every((value) => /^-?\d+(\.\d+)?$/.test(cellText(value)));
      return { name, isNumeric, width: Math.max(widthOf(name), ...widths) };
    });
  const whole = measure(names, widthOf);
  if (total(whole) <= width) {
    return whole;
  }
  const short = measure(ranked ?? names, (text) =>
    Math.min(widthOf(text), isLongHex(text) ? SHORT.hex : SHORT.text),
  );
  const isEmpty = ({ name }: Column) => records.every((record) => cell(record, name) === "");
  const columns = ranked ? short.filter((column) => !isEmpty(column)) : short;
  while (total(columns) > width && columns.length > 1) {
    columns.pop();
  }
  return columns.map((column) => ({ ...column, width: Math.min(column.width, width) }));
}

const total = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => sum + column.width, GAP.length * (columns.length - 1));

/**
 * What a reader of a list looks for, in this order: who, to whom, how much of what, and when. Names of fields are
 * compared by their words, so that `from_address`, `sender` and `metadata.name` are found in any API.
 */
const SOUGHT: readonly RegExp[] = [
  /^(from|sender|owner)$/,
  /^(to|recipient|receiver)$/,
  /^(value|amount|balance|price|total)$/,
  /^(symbol|currency)$/,
  /^(name|title)$/,
  /^(timestamp|time|date)$/,
  /^(number|status)$/,
];

/** Number of the patterns that mean people. */
const PEOPLE = 2;

/** Words that make of an amount another thing: the raw one, or a limit. */
const QUALIFIED = /^(raw|max|min|gas|block|decimals)$/;

/** Sorts the columns of a list by what a reader looks for; those of the key stay first, and the others as they are. */
export function rankColumns(names: readonly string[], key: readonly string[]): string[] {
  const ranked = names.map((name) => ({ name, rank: key.includes(name) ? -1 : rankOf(name) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ name }) => name);
}

function rankOf(name: string): number {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  const [first = "", last = ""] = [words[0], words.at(-1)];
  // Only people come first in a name: a `total_difficulty` is no total.
  const at = SOUGHT.findIndex(
    (sought, rank) => sought.test(last) || (rank < PEOPLE && sought.test(first)),
  );
  const isOther = words.some((word) => QUALIFIED.test(word)) && at === 2;
  return at < 0 || isOther ? SOUGHT.length : at;
}
