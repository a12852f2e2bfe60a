import type { Command } from "../commands.ts";
import { csvPrinter } from "./csv.ts";
import { jsonPrinter, ndjsonPrinter } from "./json.ts";
import type { Format, Printer, PrinterOptions } from "./printer.ts";
import { tablePrinter } from "./table.ts";
import { loadWidths } from "./text.ts";

/** Creates the printer of a format. */
export async function createPrinter(
  format: Format,
  command: Command,
  options: PrinterOptions,
): Promise<Printer> {
  switch (format) {
    case "table":
      await loadWidths();
      return tablePrinter(command, options);
    case "csv":
      return csvPrinter(command, options);
    case "json":
      return jsonPrinter(options);
    case "ndjson":
      return ndjsonPrinter(options);
  }
}
