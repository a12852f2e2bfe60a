import type { Coverage } from "@chainkit/client";
import { UsageError } from "@chainkit/command";
import { isStream } from "@chainkit/openapi";
import type { Given, Option } from "../arguments/options.ts";
import { readParams } from "../arguments/params.ts";
import type { Command } from "../commands.ts";
import { csvPrinter } from "../output/csv.ts";
import { jsonPrinter, ndjsonPrinter } from "../output/json.ts";
import type { Printer, PrinterOptions } from "../output/printer.ts";
import { chooseColumns, documentedFields, unwrap } from "../output/records.ts";
import { tablePrinter } from "../output/table.ts";
import { hasColor, loadWidths } from "../output/text.ts";
import { hide } from "../report-error.ts";
import { resolveSettings } from "../settings/settings.ts";
import { type AnyCall, createCaller, readPage, verboseFetch } from "./caller.ts";
import { describeRequest, shellQuote } from "./dry-run.ts";
import { watch } from "./watch.ts";

const PRINTERS = { table: tablePrinter, csv: csvPrinter, json: jsonPrinter, ndjson: ndjsonPrinter };

type Note = (line: string) => void;

/**
 * Calls the operation with the parameters of the flags, and prints the response.
 *
 * @param secrets Receives what must not be shown.
 */
export async function execute(
  command: Command,
  options: readonly Option[],
  given: Given,
  secrets: string[],
): Promise<void> {
  const { stdout, stderr, env } = process;
  const mode = readMode(command, given);
  const params = await readParams(command, options, given);
  const settings = await resolveSettings(command, given, env);
  secrets.push(...settings.secrets);
  if (given.has("dry-run")) {
    return write(`${await describeRequest(command, settings.options, params)}\n`);
  }
  const progress = createProgress();
  const note = (line: string) => {
    progress.clear();
    stderr.write(`${hide(line, secrets)}\n`);
  };
  settings.notes.forEach(note);
  const isTerminal = stdout.isTTY ?? false;
  const format = given.get("output")?.[0] ?? (isTerminal ? "table" : "json");
  const isFlat = format === "table" || format === "csv";
  const columns = given.get("columns")?.[0]?.split(",");
  if (columns && !isFlat) {
    const fix = "Use --output table or csv.";
    throw new UsageError(`${command.name}: --columns has no effect on ${format}`, fix, "columns");
  }
  if (columns && !command.safe) {
    // In the response to a write it would be too late: the exit code says that nothing was sent.
    chooseColumns(columns, documentedFields(command));
  }
  if (format === "table") {
    await loadWidths();
  }
  const printerOptions: PrinterOptions = {
    command,
    write,
    note,
    isTerminal,
    hasColor: hasColor(isTerminal, env, given.has("no-color")),
    width: terminalWidth(stdout.columns, env) ?? 120,
    isEndless: mode.isWatch,
    ...(columns ? { columns } : {}),
  };
  const printer = PRINTERS[format as keyof typeof PRINTERS](printerOptions);
  const isVerbose = given.has("verbose");
  const timeout = readNumber(given, "timeout", 0.001);
  const call = await createCaller(command, settings.options, {
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
    ...(isVerbose ? { fetch: verboseFetch(note) } : {}),
    // Whoever waits wants to know for what.
    ...(isVerbose || stderr.isTTY ? { warn: note } : {}),
  });
  const { max } = mode;
  if (mode.isWatch) {
    const print = (records: readonly unknown[]) =>
      records.length === 0
        ? Promise.resolve()
        : printer.rows(isFlat && !command.pagination ? records.map(unwrap) : records);
    await watch(command, call, params, { intervalMs: mode.intervalMs, max, print, note });
    return printer.end();
  }
  if (mode.isAll) {
    const listing = call(withLimit(command, params, max));
    await printPages(command, listing, max, { printer, progress, note });
    return noteCoverage(listing.coverage, given, note);
  }
  const { data, coverage } = await call(params).withResponse();
  if (typeof data === "string" || data instanceof Blob) {
    await write(typeof data === "string" ? data : new Uint8Array(await data.arrayBuffer()));
  } else if (isStream(data)) {
    // Each event is printed when it arrives, which only lines can be.
    const lines = ndjsonPrinter(printerOptions);
    for await (const event of data) {
      await lines.rows([event]);
    }
  } else if ((isFlat && Array.isArray(data)) || (command.pagination && format !== "json")) {
    const { records, cursor } = readPage(command, data);
    await printer.rows(records);
    await printer.end();
    noteCursor(cursor, note);
  } else {
    // As JSON, a page is whole, with its cursor.
    await printer.value(data);
  }
  return noteCoverage(coverage, given, note);
}

/**
 * Prints the pages of a listing, one by one as they arrive.
 *
 * @param max Number of records after which to stop.
 */
async function printPages(
  command: Command,
  call: AnyCall,
  max: number,
  out: { printer: Printer; progress: ReturnType<typeof createProgress>; note: Note },
): Promise<void> {
  const { printer, progress, note } = out;
  let count = 0;
  let pages = 0;
  for await (const page of call.pages()) {
    const { records, cursor } = readPage(command, page);
    const taken = records.slice(0, max - count);
    count += taken.length;
    await printer.rows(taken);
    progress.show(`${count} records, ${++pages} pages`);
    if (count >= max) {
      if (taken.length < records.length) {
        note(`there are more than ${max} records`);
      } else {
        noteCursor(cursor, note);
      }
      break;
    }
  }
  progress.clear();
  await printer.end();
}

function noteCursor(cursor: string | undefined, note: Note): void {
  if (cursor !== undefined) {
    note(`next page: --cursor ${shellQuote(cursor)}`);
  }
}

/** Says what a list covers, as JSON where errors are JSON. */
async function noteCoverage(coverage: Coverage | undefined, given: Given, note: Note) {
  const { describeCoverage } = await import("@chainkit/client");
  const text = describeCoverage(coverage);
  const isJson = /json/.test(given.get("output")?.[0] ?? "");
  if (text !== "") {
    note(isJson ? JSON.stringify({ coverage }) : `covers ${text}`);
  }
}

/** Shows progress in one line of standard error: where that is a terminal, and the output is not. */
function createProgress() {
  const { stdout, stderr } = process;
  const isShown = stderr.isTTY && !stdout.isTTY;
  let isOpen = false;
  const clear = () => {
    if (isOpen) {
      stderr.write("\r\x1b[K");
    }
    isOpen = false;
  };
  if (isShown) {
    process.once("exit", clear);
  }
  return {
    show(text: string) {
      if (isShown) {
        stderr.write(`\r\x1b[K${text}`);
        isOpen = true;
      }
    },
    clear,
  };
}

function readMode(command: Command, given: Given) {
  const refuse = (first: string, second: string) => {
    if (given.has(first) && given.has(second)) {
      throw new UsageError(`${command.name}: --${first} and --${second} are mutually exclusive`);
    }
  };
  const { pagination } = command;
  for (const other of ["all", "dry-run", ...(pagination ? [pagination.cursorParameter] : [])]) {
    refuse("watch", other);
  }
  for (const name of ["interval", ...(pagination ? [] : ["max"])]) {
    if (given.has(name) && !given.has("watch")) {
      throw new UsageError(`${command.name}: --${name} needs --watch`, "", name);
    }
  }
  const max = readNumber(given, "max", 1) ?? Number.POSITIVE_INFINITY;
  if (max % 1 > 0) {
    throw new UsageError(`${command.name}: --max must be an integer`, "", "max");
  }
  return {
    max,
    isAll: given.has("all") || given.has("max"),
    isWatch: given.has("watch"),
    intervalMs: (readNumber(given, "interval", 0.05) ?? 2) * 1000,
  };
}

function readNumber(given: Given, name: string, least: number): number | undefined {
  const [text] = given.get(name) ?? [];
  if (text === undefined) {
    return undefined;
  }
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value < least) {
    throw new UsageError(`--${name} must be a number of at least ${least}; received "${text}"`);
  }
  return value;
}

/** Limits the page size to the number of records requested. */
function withLimit({ pagination, params: { properties } }: Command, params: object, max: number) {
  const { limitParameter: name = "" } = pagination ?? {};
  const { [name]: schema } = Object(properties) as Record<string, { maximum?: number }>;
  return schema?.maximum === undefined || max >= schema.maximum
    ? { ...params }
    : { [name]: max, ...params };
}

/** Writes to standard output, no faster than it is read. */
async function write(text: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(text)) {
    await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
}

/**
 * Returns the width of the terminal, in columns: what `COLUMNS` says, or else the terminal. Those of some containers
 * and editors say 0; then the width is not known.
 */
function terminalWidth(columns: number | undefined, env: NodeJS.ProcessEnv): number | undefined {
  const { COLUMNS = "" } = env;
  return (/^\d+$/.test(COLUMNS) && Number(COLUMNS)) || columns || undefined;
}
