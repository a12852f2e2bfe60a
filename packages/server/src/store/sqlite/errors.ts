import { accessSync, constants } from "node:fs";
import { isEncodingError } from "../engine.ts";

/** Returns an error that names its file, and why it cannot be used, which SQLite does not say. */
export function inFile(file: string, error: Error): Error {
  const denial = isUnwritable(error)
    ? (denialOf("file", file, "read") ?? denialOf("file", file, "written"))
    : undefined;
  return new Error(`${file}: ${denial ?? error.message}`, { cause: error });
}

/** Says why a file or folder cannot be used by this user; undefined if it can, or if there is no such file. */
export function denialOf(
  kind: "file" | "folder",
  path: string,
  use: "read" | "written",
): string | undefined {
  const access = use === "read" ? constants.R_OK : constants.W_OK;
  try {
    accessSync(path, kind === "folder" ? access | constants.X_OK : access);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (kind === "file" && code === "ENOENT") {
      return undefined;
    }
    const user = process.getuid ? ` by user ${process.getuid()}` : "";
    const remedy = "; run the command as the user who owns it, or change its permissions";
    return `the ${kind} cannot be ${use}${user} (${code})${code === "EACCES" ? remedy : ""}`;
  }
}

/** Whether SQLite has raised an error. */
export function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && "errcode" in error;
}

/** Returns the result code of the error of SQLite that an error is or was caused by. */
function codeOf(error: unknown): number | undefined {
  const { errcode, cause } = error as { readonly errcode?: number; readonly cause?: unknown };
  if (errcode !== undefined) {
    return errcode & 0xff;
  }
  return cause instanceof Error ? codeOf(cause) : undefined;
}

const BUSY = 5;
const READ_ONLY = 8;
/** IOERR, READONLY, FULL and CANTOPEN. */
const UNWRITABLE: readonly unknown[] = [10, READ_ONLY, 13, 14];
/** CORRUPT and NOTADB. */
const DAMAGED: readonly unknown[] = [11, 26];

/** TOOBIG, CONSTRAINT and MISMATCH. */
const OF_VALUES: readonly unknown[] = [18, 19, 20];

/** Whether a file could not be opened because its folder is read-only or its disk is full. */
export function isUnwritable(error: unknown): boolean {
  return UNWRITABLE.includes(codeOf(error));
}

/** Whether another process has locked a file. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === BUSY;
}

/** Whether a file was opened as read-only, or its folder cannot be written. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY;
}

/** Whether an error of SQLite shows that the file is damaged. */
export function isDamage(error: unknown): boolean {
  return DAMAGED.includes(codeOf(error));
}

/** Whether the values of a statement are the reason of an error. */
export function isOfValues(error: unknown): boolean {
  return isEncodingError(error) || OF_VALUES.includes(codeOf(error));
}
