import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A server that is loaded. */
export interface Server {
  readonly url: string;
  /** The processor time it has used, in seconds. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/** What the bare server is told to answer. */
export interface Reply {
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Of the connection rather than of the answer; Node writes them itself. */
const OWN = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);

/** Starts a server, in a process of its own, that answers as another one does. */
export async function startBare(url: string, paths: readonly string[]): Promise<Server> {
  const replies: Reply[] = [];
  for (const path of paths) {
    const response = await fetch(url + path);
    if (response.status !== 200) {
      throw new Error(`${path} is answered with ${response.status}`);
    }
    const headers = [...response.headers].filter(([name]) => !OWN.has(name));
    replies.push({ path, headers, body: await response.text() });
  }
  const child = fork(join(import.meta.dirname, "bare-server.ts"));
  child.send(replies);
  const [address] = await once(child, "message");
  return {
    url: address,
    async cpuSeconds() {
      child.send("cpu");
      return (await once(child, "message"))[0];
    },
    async stop() {
      // It may have ended by itself, which another error tells of.
      if (!child.connected) {
        return;
      }
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}
