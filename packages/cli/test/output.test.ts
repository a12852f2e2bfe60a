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
  make: (command: Command, options: PrinterOptions) => Printer,
  print: (printer: Printer) => Promise<void>,
  options: Partial<PrinterOptions> = {},
) {
  let output = "";
  const notes: string[] = [];
  const printer = make(listing, {
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
const HEADER = "id,owner.name,note,owner.age";

test.each<[string, unknown[][], string[], string[]]>([
  ["nothing", [], [HEADER], []],
  [
    "fields in the order of the contract",
    [[{ note: "n", id: "1", owner: { age: 5, name: "x" } }]],
    [HEADER, "1,x,n,5"],
    [],
  ],
  ["a header for all pages", [[{ id: "1" }], [{ id: "2" }]], [HEADER, "1,,,", "2,,,"], []],
  [
    "quotes",
    [[{ id: 'a"b', note: "a,b", owner: { name: " x", age: "a\nb" } }]],
    [HEADER, '"a""b"," x","a,b","a\nb"'],
    [],
  ],
  [
    "lists and null",
    [[{ id: [1], note: null, owner: { name: true } }]],
    [HEADER, "[1],true,,"],
    [],
  ],
  [
    "a field that no other page has",
    [[{ id: "1" }], [{ id: "2", more: "x", none: null }]],
    [HEADER, "1,,,", "2,,,"],
    ["omitted, because the header has no column for it: more; use ndjson"],
  ],
  [
    "one formula",
    [[{ id: "=1+1" }]],
    [HEADER, "'=1+1,,,"],
    ["1 cell looks like a formula and was prefixed with an apostrophe; json and ndjson are exact"],
  ],
  [
    "formulas, and numbers that are none",
    [[{ id: "@x", note: "+x", owner: { name: "-1.5", age: "+1e5" } }]],
    [HEADER, "'@x,-1.5,'+x,+1e5"],
    ["2 cells look like formulas and were prefixed with an apostrophe; json and ndjson are exact"],
  ],
])("CSV: %s", async (_, all, lines, notes) => {
  const found = await printed(csvPrinter, pages(...all));
  expect(found).toEqual({ output: lines.map((line) => `${line}\r\n`).join(""), notes });
});

test("CSV of chosen columns, of a single record, and for a terminal", async () => {
  const one = { id: "1", note: "\u0007", more: "x", owner: { name: "y", age: "5" } };
  const chosen = await printed(csvPrinter, pages([one]), { columns: ["owner", "id"] });
  expect(chosen).toEqual({ output: "owner.name,owner.age,id\r\ny,5,1\r\n", notes: [] });
  const single = await printed(csvPrinter, (printer) => printer.value({ item: one }), {
    isTerminal: true,
  });
  expect(single.output).toBe(`${HEADER},more\r\n1,y,\\u0007,5,x\r\n`);
});

test.each<[string, unknown[][], boolean, string]>([
  ["no pages", [], false, "[]\n"],
  ["an empty page", [[]], false, "[]\n"],
  ["pages", [[1], [], [{ a: 1 }]], false, '[\n  1,\n  {\n    "a": 1\n  }\n]\n'],
  ["an endless listing", [[1], [2]], true, "1\n2\n"],
])("JSON of %s", async (_, all, isEndless, output) => {
  expect(
    await printed((__, options) => jsonPrinter(options), pages(...all), { isEndless }),
  ).toEqual({ output, notes: [] });
});

test("JSON escapes what terminals interpret, and NDJSON has a line for each record", async () => {
  const value = (printer: Printer) => printer.value({ a: "\u0085\u202e" });
  const json = await printed((_, options) => jsonPrinter(options), value);
  expect(json.output).toBe('{\n  "a": "\\u0085\\u202e"\n}\n');
  const ndjson = (_: Command, options: PrinterOptions) => ndjsonPrinter(options);
  expect((await printed(ndjson, value)).output).toBe('{"a":"\\u0085\\u202e"}\n');
  expect((await printed(ndjson, pages([1, 2], [3]))).output).toBe("1\n2\n3\n");
});

const hash = `0x${"a".repeat(40)}`;
test.each<[string, unknown[][], Partial<PrinterOptions>, string[], string[]]>([
  ["nothing", [], {}, [], ["no records"]],
  [
    "numbers to the right",
    [
      [
        { id: "a", note: 5 },
        { id: "bcd", note: 12_345 },
      ],
    ],
    {},
    ["id    note", "a        5", "bcd  12345"],
    [],
  ],
  [
    "text and numbers to the left",
    [
      [
        { id: "a", note: 5 },
        { id: "b", note: "x" },
      ],
    ],
    {},
    ["id  note", "a   5", "b   x"],
    [],
  ],
  [
    "as wide as it is",
    [[{ id: "a".repeat(8), note: "b".repeat(10) }]],
    { width: 20 },
    [`id        note`, `${"a".repeat(8)}  ${"b".repeat(10)}`],
    [],
  ],
  [
    "what does not fit is left out",
    [[{ id: "a".repeat(8), note: "b".repeat(11) }]],
    { width: 20 },
    ["id", "a".repeat(8)],
    ["not shown because of the width: note; choose with --columns"],
  ],
  [
    "long hexadecimal is shortened, empty columns are left out",
    [[{ id: hash, note: "", owner: { name: "x" } }]],
    { width: 40 },
    ["id             owner.name", `0xaaaaaa…aaaa  x`],
    ["not shown because of the width: note; choose with --columns"],
  ],
  [
    "chosen columns",
    [[{ id: hash, note: "x" }]],
    { width: 8, columns: ["note", "id"] },
    ["note", "x"],
    ["not shown because of the width: id; choose with --columns"],
  ],
  [
    "a column that is wider than the terminal",
    [[{ id: "abcdefghij" }]],
    { width: 8 },
    ["id", "abcdefg…"],
    [],
  ],
])("a table: %s", async (_, all, options, lines, notes) => {
  const found = await printed(tablePrinter, pages(...all), options);
  expect(found).toEqual({ output: lines.map((line) => `${line}\n`).join(""), notes });
});

test("a record as a table has a line for each field", async () => {
  const value = { item: { id: "1", tags: [{ tag: "a" }, { tag: "b" }], none: null, list: [] } };
  const all = await printed(tablePrinter, (printer) => printer.value(value));
  expect(all.output).toBe(
    "id           1\ntags[0].tag  a\ntags[1].tag  b\nnone         null\nlist         []\n",
  );
  const chosen = await printed(tablePrinter, (printer) => printer.value(value), {
    columns: ["tags"],
  });
  expect(chosen.output).toBe("tags[0].tag  a\ntags[1].tag  b\n");
});
