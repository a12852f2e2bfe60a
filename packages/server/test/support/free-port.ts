import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** A free TCP port of loopback, below those that systems assign: another test could be given one of them meanwhile. */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 30_000);
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch {
    return freePort();
  }
  server.close();
  await once(server, "close");
  return port;
}
