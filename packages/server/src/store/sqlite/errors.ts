/** Returns an error that names its file. */
export function inFile(file: string, error: Error): Error {
  return new Error(`${file}: ${error.message}`, { cause: error });
}

/** Whether SQLite has raised an error. */
export function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && "errcode" in error;
}

/** SQLite result codes IOERR, READONLY, FULL and CANTOPEN. */
const UNWRITABLE = new Set([8, 10, 13, 14]);

/** Whether a file could not be opened because its folder is read-only or its disk is full. */
export function isUnwritable(error: unknown): boolean {
  const { errcode = 0 } = ((error as Error).cause ?? {}) as { readonly errcode?: number };
  return UNWRITABLE.has(errcode & 0xff);
}

const BUSY = 5;

/** Whether another process has locked a file. */
export function isBusy(error: unknown): boolean {
  const { errcode, cause } = error as { readonly errcode?: number; readonly cause?: unknown };
  return errcode === undefined
    ? cause instanceof Error && isBusy(cause)
    : (errcode & 0xff) === BUSY;
}

const READ_ONLY = 8;

/** Whether a file was opened as read-only, or its folder cannot be written. */
export function isReadOnly(error: unknown): boolean {
  return ((error as { readonly errcode?: number }).errcode ?? 0) % 0x100 === READ_ONLY;
}

/** SQLite result codes CORRUPT and NOTADB. */
const DAMAGED = new Set([11, 26]);

/** Whether an error of SQLite shows that the file is damaged. */
export function isDamage(error: Error): boolean {
  const { errcode = 0 } = error as { readonly errcode?: number };
  return DAMAGED.has(errcode & 0xff);
}
