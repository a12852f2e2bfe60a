import { userInfo } from "node:os";

/** What a command writes, as in the audit lines of the service. */
export interface Written {
  readonly operation: string;
  readonly subgraph?: string;
  readonly version?: string;
  readonly token?: { readonly id?: string; readonly name?: string };
}

/**
 * Runs a write of management, and leaves a JSON line on standard error: who, what, when and with which result.
 * Standard output stays for what the command returns.
 *
 * @returns What the write returns.
 * @throws What the write throws; the line says `failed` then.
 */
export async function audited<Result>(
  written: Written,
  write: () => Promise<Result>,
): Promise<Result> {
  let result: "done" | "failed" = "failed";
  try {
    const returned = await write();
    result = "done";
    return returned;
  } finally {
    const line = { level: 30, time: Date.now(), ...written, user: currentUser(), result };
    process.stderr.write(`${JSON.stringify({ ...line, msg: "audit" })}\n`);
  }
}

/** Name of the user, or the number where the system has no name for it, as in a container. */
function currentUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
