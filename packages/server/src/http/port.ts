import { createServer } from "node:net";

/**
 * Refuses a port that is taken before time is spent on what is to be served there.
 *
 * @throws Error with the code `EADDRINUSE` if it is taken, or another one if it may not be used.
 */
export function assertFreePort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()));
  });
}
