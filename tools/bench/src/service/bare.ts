import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Server under load. */
export interface Server {
  readonly url: string;
  /** Processor time used so far, in seconds. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

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
): Promise<Server> {
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
  const child = fork(program, table ? [table] : []);
  const ask = async (message: string | readonly Reply[]) => {
    child.send(message);
    return (await once(child, "message"))[0];
  };
  return {
    url: await ask(replies),
    cpuSeconds: () => ask("cpu"),
    async stop() {
      // It may have exited already, which is reported elsewhere.
      if (!child.connected) {
        return;
      }
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}
