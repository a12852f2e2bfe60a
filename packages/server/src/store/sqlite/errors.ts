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

/** SQLite result codes CORRUPT and NOTADB. */
const DAMAGED = new Set([11, 26]);

/** Whether an error of SQLite shows that the file is damaged. */
export function isDamage(error: Error): boolean {
  const { errcode = 0 } = error as { readonly errcode?: number };
  return DAMAGED.has(errcode & 0xff);
}
