import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Starts an HTTP server, until the test ends. @returns Its URL. */
export async function serve(answer: RequestListener): Promise<string> {
  return (await startServer(answer)).url;
}

/** The same of one that may be stopped before. */
export async function startServer(answer: RequestListener) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** Sends a body without an end. @returns Counts the MiB of it so far. */
export function sendWithoutEnd(response: ServerResponse): () => number {
  let sent = 0;
  const write = () => {
    do {
      sent += 1;
    } while (!response.destroyed && response.write(Buffer.alloc(2 ** 20, " ")));
    response.once("drain", write);
  };
  write();
  return () => sent;
}
