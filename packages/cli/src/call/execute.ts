import type { Coverage } from "@chainkit/client";
import { UsageError } from "@chainkit/command";
import { isStream } from "@chainkit/openapi";
import type { Given, Option } from "../arguments/option.ts";
import { readParams } from "../arguments/params.ts";
import type { Command } from "../commands.ts";
import { hasColor } from "../output/color.ts";
import { createPrinter } from "../output/create-printer.ts";
import type { Format, PrinterOptions } from "../output/printer.ts";
import { createProgress } from "../output/progress.ts";
import { chooseColumns, documentedFields, unwrap } from "../output/records.ts";
import { hide } from "../report-error.ts";
import { resolveSettings, type Settings } from "../settings/settings.ts";
import { createCaller } from "./caller.ts";
import { describeRequest } from "./dry-run.ts";
import { printPage, printPages } from "./listing.ts";
import { verboseFetch } from "./verbose.ts";
import { watch } from "./watch.ts";

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
  secrets.push(settings.token ?? "", ...(settings.secrets ?? []));
  const note = (line: string) => {
    progress.clear();
    stderr.write(`${hide(line, secrets)}\n`);
  };
  const progress = createProgress(stderr, !stdout.isTTY);
  if (given.has("dry-run")) {
    return write(`${await describeRequest(command, settings, params)}\n`);
  }
  settings.notes.forEach(note);
  const isTerminal = stdout.isTTY ?? false;
  const format = (given.get("output")?.[0] ?? (isTerminal ? "table" : "json")) as Format;
  const columns = given.get("columns")?.[0]?.split(",");
  if (columns && /json/.test(format)) {
    const fix = "Use --output table or csv.";
    throw new UsageError(`${command.name}: --columns has no effect on ${format}`, fix, "columns");
  }
  if (columns && !command.safe) {
    // In the response to a write it would be too late: the exit code says that nothing was sent.
    chooseColumns(columns, documentedFields(command));
  }
  const printerOptions: PrinterOptions = {
    write,
    note,
    isTerminal,
    hasColor: hasColor(isTerminal, env, given.has("no-color")),
    width: terminalWidth(stdout.columns, env) ?? 120,
    isEndless: mode.isWatch,
    ...(columns ? { columns } : {}),
  };
  const printer = await createPrinter(format, command, printerOptions);
  const call = await prepareCall(command, settings, given, note);
  const { max } = mode;
  if (mode.isWatch) {
    const isFlat = format === "table" || format === "csv";
    const print = (records: readonly unknown[]) =>
      records.length === 0
        ? Promise.resolve()
        : printer.rows(isFlat && !command.pagination ? records.map(unwrap) : records);
    await watch(command, call, params, { intervalMs: mode.intervalMs, max, print, note });
    return printer.end();
  }
  const out = { printer, progress, note };
  const noteCoverage = await coverageNote(given, note);
  if (mode.isAll) {
    const listing = call(withLimit(command, params, max));
    await printPages(command, listing, max, out);
    return noteCoverage(listing.coverage);
  }
  const { data, coverage } = await call(params).withResponse();
  if (typeof data === "string" || data instanceof Blob) {
    await write(typeof data === "string" ? data : new Uint8Array(await data.arrayBuffer()));
  } else if (isStream(data)) {
    // Each event is printed when it arrives, which only lines can be.
    const lines = await createPrinter("ndjson", command, printerOptions);
    for await (const event of data) {
      await lines.rows([event]);
    }
  } else if (Array.isArray(data) && (format === "table" || format === "csv")) {
    await printer.rows(data);
    await printer.end();
  } else if (command.pagination) {
    await printPage(command, data, format === "json", out);
  } else {
    await printer.value(data);
  }
  noteCoverage(coverage);
}

/** Creates the function that says what a list covers, as JSON where errors are JSON. */
async function coverageNote(given: Given, note: (line: string) => void) {
  const { describeCoverage } = await import("@chainkit/client");
  const isJson = /json/.test(given.get("output")?.[0] ?? "");
  return (coverage: Coverage | undefined) => {
    const text = describeCoverage(coverage);
    if (text !== "") {
      note(isJson ? JSON.stringify({ coverage }) : `covers ${text}`);
    }
  };
}

function prepareCall(
  command: Command,
  settings: Settings,
  given: Given,
  note: (line: string) => void,
) {
  const isVerbose = given.has("verbose");
  const timeout = readNumber(given, "timeout", 0.001);
  return createCaller(command, settings, {
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
    ...(isVerbose ? { fetch: verboseFetch(note) } : {}),
    // Whoever waits wants to know for what.
    ...(isVerbose || process.stderr.isTTY ? { logger: { warn: note } } : {}),
  });
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
  if (text.length > 0 && !process.stdout.write(text)) {
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
