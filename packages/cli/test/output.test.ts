import { expect, test } from "vitest";
import type { Command } from "../src/commands.ts";
import { csvPrinter } from "../src/output/csv.ts";
import { jsonPrinter, ndjsonPrinter } from "../src/output/json.ts";
import type { Printer, PrinterOptions } from "../src/output/printer.ts";
import { tablePrinter } from "../src/output/table.ts";

const text = { type: "string" };
const record = {
  type: "object",
  required: ["id", "owner"],
  properties: {
    note: text,
    id: text,
    owner: { type: "object", required: ["name"], properties: { name: text, age: text } },
  },
};
const listing = {
  result: { type: "object", properties: { items: { type: "array", items: record } } },
  pagination: { itemsField: "items", itemKey: ["id"] },
} as unknown as Command;

/** What a printer writes and notes. */
async function printed(
  make: (options: PrinterOptions) => Printer,
  print: (printer: Printer) => Promise<void>,
  options: Partial<PrinterOptions> = {},
) {
  let output = "";
  const notes: string[] = [];
  const printer = make({
    command: listing,
    write: async (more) => {
      output += more;
    },
    note: (line) => notes.push(line),
    ...{ isTerminal: false, hasColor: false, width: 80, isEndless: false },
    ...options,
  });
  await print(printer);
  return { output, notes };
}
const pages =
  (...all: readonly unknown[][]) =>
  async (printer: Printer) => {
    for (const records of all) {
      await printer.rows(records);
    }
    await printer.end();
  };
const one = { id: "1", note: "\u0007", more: "x", owner: { name: "y", age: "5" } };
const hash = `0x${"a".repeat(40)}`;
const value = (record: object) => (printer: Printer) => printer.value(record);

/** What is printed, by what it shows. */
const CSV: Readonly<Record<string, Parameters<typeof printed>[1]>> = {
  nothing: pages(),
  "fields in the order of the contract": pages([
    { note: "n", id: "1", owner: { age: 5, name: "x" } },
  ]),
  "a header for all pages": pages([{ id: "1" }], [{ id: "2" }]),
  quotes: pages([{ id: 'a"b', note: "a,b", owner: { name: " x", age: "a\nb" } }]),
  "lists and null": pages([{ id: [1], note: null, owner: { name: true } }]),
  "a field that no other page has": pages([{ id: "1" }], [{ id: "2", more: "x", none: null }]),
  "one formula": pages([{ id: "=1+1" }]),
  "formulas, and numbers that are none": pages([
    { id: "@x", note: "+x", owner: { name: "-1.5", age: "+1e5" } },
  ]),
};
const JSONS: typeof CSV = {
  "no pages": pages(),
  "an empty page": pages([]),
  pages: pages([1, 2], [], [{ a: 1 }]),
  "what terminals interpret": value({ a: "\u0085\u202e" }),
};
const TABLES: Readonly<Record<string, readonly [(typeof CSV)[string], Partial<PrinterOptions>?]>> =
  {
    nothing: [pages()],
    "numbers to the right": [
      pages([
        { id: "a", note: 5 },
        { id: "bcd", note: 12_345 },
      ]),
    ],
    "text and numbers to the left": [
      pages([
        { id: "a", note: 5 },
        { id: "b", note: "x" },
      ]),
    ],
    "as wide as it is": [pages([{ id: "a".repeat(8), note: "b".repeat(10) }]), { width: 20 }],
    colours: [value({ item: { id: "1", none: null } }), { hasColor: true }],
    "what does not fit is left out": [
      pages([], [{ id: "a".repeat(8), note: "b".repeat(8), owner: { name: "c" } }], [{ id: "d" }]),
      { width: 29 },
    ],
    "long hexadecimal is shortened, empty columns are left out": [
      pages([{ id: hash, note: "x".repeat(40), owner: { name: "" } }]),
      { width: 13 + 2 + 32 },
    ],
    "chosen columns": [pages([{ id: hash, note: "" }]), { width: 8, columns: ["note", "id"] }],
    "a column that is wider than the terminal": [pages([{ id: "abcdefghij" }]), { width: 8 }],
    "a record has a line for each field": [
      value({ item: { id: "1", tags: [{ tag: "a" }, { tag: "b" }], none: null, list: [] } }),
    ],
    "chosen fields of a record": [
      value({ item: { id: "1", tags: [{ tag: "a" }, { tag: "b" }] } }),
      { columns: ["tags"] },
    ],
  };

test("the catalogue of outputs: CSV, JSON and tables, with their notes", async () => {
  const lines: string[] = [];
  const show = async (name: string, ...args: Parameters<typeof printed>) => {
    const { output, notes } = await printed(...args);
    const shown = output.replaceAll("\r", "\\r").replaceAll("\x1b", "\\e");
    lines.push(`--- ${name}\n`, shown, ...notes.map((note) => `note: ${note}\n`), "\n");
  };
  for (const [name, print] of Object.entries(CSV)) {
    await show(`CSV: ${name}`, csvPrinter, print);
  }
  await show("CSV of chosen columns", csvPrinter, pages([one]), { columns: ["owner", "id"] });
  await show("CSV for a terminal", csvPrinter, value({ item: one }), { isTerminal: true });
  for (const [name, print] of Object.entries(JSONS)) {
    await show(`JSON: ${name}`, jsonPrinter, print);
    await show(`NDJSON: ${name}`, ndjsonPrinter, print);
  }
  await show("JSON: an endless listing", jsonPrinter, pages([1], [2]), { isEndless: true });
  for (const [name, [print, options]] of Object.entries(TABLES)) {
    await show(`table: ${name}`, tablePrinter, print, options);
  }
  await expect(lines.join("")).toMatchFileSnapshot("catalogue/outputs.txt");
});
