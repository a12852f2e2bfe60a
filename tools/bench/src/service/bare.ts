import { join } from "node:path";
import { start } from "./processes.ts";
import type { Service } from "./service.ts";

/** Constant response of the bare server. */
export interface Reply {
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Headers of the connection, which Node writes itself. */
const OWN = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);

/**
 * Starts a server in another process that repeats the responses of another server.
 *
 * @param table SQLite file, or URL of a PostgreSQL database, to read each body from. Default: they are in memory.
 */
export async function startBare(
  url: string,
  paths: readonly string[],
  table?: string,
): Promise<Pick<Service, "url" | "cpuSeconds" | "stop">> {
  const replies: Reply[] = [];
  for (const path of paths) {
    const response = await fetch(url + path);
    if (response.status !== 200) {
      throw new Error(`${path} returned status ${response.status}`);
    }
    const headers = [...response.headers].filter(([name]) => !OWN.has(name));
    replies.push({ path, headers, body: await response.text() });
  }
  const program = join(import.meta.dirname, "bare-server.ts");
  const args = table === undefined ? [program] : [program, table];
  const { ask, stop } = await start(args, /(ready)/, { hasMessages: true });
  return { url: await ask(replies), cpuSeconds: () => ask("cpu"), stop };
}
