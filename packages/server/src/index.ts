import { assertFreePort, startDevService } from "./dev/dev-service.ts";
import type { DevService } from "./dev/values.ts";

export type { DevKnown, DevService, DevValues } from "./dev/values.ts";

/** Options of `startDev`. */
export interface DevOptions {
  /** TCP port; default: a free one. */
  readonly port?: number;
  /** Address to listen on; default: `127.0.0.1`. */
  readonly host?: string;
  /** Address of the documentation, which the explorer links to; default: none. */
  readonly docsUrl?: string | undefined;
}

const NO_LIMIT = { perSecond: 0, burst: 1 };

/**
 * Starts a local chain with sample tokens and traffic, and serves it: for tests and first steps.
 *
 * @returns The running service, once all blocks so far are served.
 * @throws Error if the chain does not start or the port is in use.
 * @example
 * const service = await startDev();
 * const response = await fetch(`${service.url}/v2/ethereum/blocks/latest`);
 * await service.stop();
 */
export async function startDev({
  port = 0,
  host = "127.0.0.1",
  docsUrl,
}: DevOptions = {}): Promise<DevService> {
  await assertFreePort(port, host);
  return startDevService({
    port,
    host,
    docsUrl,
    rateAnonymous: NO_LIMIT,
    rateToken: NO_LIMIT,
    cors: "*",
    trustProxy: [],
    readyLag: 2,
    logLevel: "silent",
  });
}
