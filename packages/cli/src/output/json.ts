import type { Printer, PrinterOptions } from "./printer.ts";

/** Control characters that JSON allows unescaped in strings, but that terminals interpret. */
const bare = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const toJson = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, null, indent) ?? "null").replace(
    bare,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Prints a response as it came, and the records of a listing as one array. */
export function jsonPrinter({ write, isEndless }: PrinterOptions): Printer {
  let count = 0;
  return {
    value: (data) => write(`${toJson(data, 2)}\n`),
    async rows(records) {
      const texts = records.map((record) => toJson(record, 2));
      if (isEndless) {
        return write(texts.map((text) => `${text}\n`).join(""));
      }
      const indented = texts.map((text) => `\n  ${text.replaceAll("\n", "\n  ")}`);
      const isFirst = count === 0;
      count += records.length;
      if (indented.length > 0) {
        await write((isFirst ? "[" : ",") + indented.join(","));
      }
    },
    end: () => write(isEndless ? "" : count === 0 ? "[]\n" : "\n]\n"),
  };
}

/** Prints a record per line. */
export function ndjsonPrinter({ write }: PrinterOptions): Printer {
  const rows = (records: readonly unknown[]) =>
    write(records.map((record) => `${toJson(record)}\n`).join(""));
  return { value: (data) => rows([data]), rows, end: async () => {} };
}
