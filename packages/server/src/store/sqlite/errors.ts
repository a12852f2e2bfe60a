import { accessSync, constants } from "node:fs";

/** Returns an error that names its file, and why it cannot be used, which SQLite does not say. */
export function inFile(file: string, error: Error): Error {
  const denial = tells(error, "unwritable")
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

/** Result codes of SQLite by what they tell. */
const CODES = {
  /** BUSY: another process has locked a file. */
  busy: [5],
  /** IOERR, READONLY, FULL and CANTOPEN: the file or its folder is read-only, or the disk is full. */
  unwritable: [10, 8, 13, 14],
  /** CORRUPT and NOTADB. */
  damaged: [11, 26],
  /** TOOBIG, CONSTRAINT and MISMATCH: the values of a statement are the reason. */
  values: [18, 19, 20],
} as const satisfies Readonly<Record<string, readonly number[]>>;

/** Whether SQLite tells this by an error. */
export function tells(error: unknown, what: keyof typeof CODES): boolean {
  const codes: readonly unknown[] = CODES[what];
  return codes.includes(codeOf(error));
}
