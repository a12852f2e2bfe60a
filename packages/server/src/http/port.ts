import { createServer } from "node:net";

/**
 * Checks that a port is free, before a slow start.
 *
 * @throws Error with the code `EADDRINUSE` if it is in use, or another one if it cannot be bound.
 */
export function assertFreePort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()));
  });
}
