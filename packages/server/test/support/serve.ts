import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
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
