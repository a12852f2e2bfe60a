import type { Command } from "../commands.ts";
import type { Printer } from "../output/printer.ts";
import type { Progress } from "../output/progress.ts";
import type { AnyCall } from "./caller.ts";
import { shellQuote } from "./dry-run.ts";

/** A response that is not what the contract promises. */
class ResponseError extends Error {
  override readonly name = "ResponseError";
  readonly kind = "decode";
}

/** The records of a page, and the cursor of the next one. */
export function readPage(
  { id, pagination }: Command,
  page: unknown,
): { records: unknown[]; cursor: string | undefined } {
  const { itemsField = "", cursorField = "" } = pagination ?? {};
  const { [itemsField]: records, [cursorField]: cursor } = Object(page);
  if (!Array.isArray(records)) {
    throw new ResponseError(`${id}: page has no array ${itemsField}`);
  }
  return { records, cursor: cursor == null || cursor === "" ? undefined : String(cursor) };
}

/**
 * Prints the pages of a listing, one by one as they arrive.
 *
 * @param max Number of records after which to stop.
 */
export async function printPages(
  command: Command,
  call: AnyCall,
  max: number,
  {
    printer,
    progress,
    note,
  }: { printer: Printer; progress: Progress; note: (line: string) => void },
): Promise<void> {
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
      } else if (cursor !== undefined) {
        note(nextPage(cursor));
      }
      break;
    }
  }
  progress.clear();
  await printer.end();
}

/** Prints one page of a listing; JSON has it whole, with its cursor. */
export async function printPage(
  command: Command,
  page: unknown,
  isWhole: boolean,
  { printer, note }: { printer: Printer; note: (line: string) => void },
): Promise<void> {
  if (isWhole) {
    return printer.value(page);
  }
  const { records, cursor } = readPage(command, page);
  await printer.rows(records);
  await printer.end();
  if (cursor !== undefined) {
    note(nextPage(cursor));
  }
}

const nextPage = (cursor: string): string => `next page: --cursor ${shellQuote(cursor)}`;
