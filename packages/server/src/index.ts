import { type DevService, startDevService } from "./dev/dev-service.ts";
import { assertFreePort } from "./http/port.ts";

export type { DevService } from "./dev/dev-service.ts";
export type { DevValues } from "./dev/values.ts";

/** How a dev service is to be served. */
export interface DevOptions {
  /** TCP port; a free one if it is left out. */
  readonly port?: number;
  /** Address to listen on; the default is `127.0.0.1`. */
  readonly host?: string;
}

const NO_LIMIT = { perSecond: 0, burst: 1 };

/**
 * Starts a local chain with tokens and traffic, and serves it: the service for tests and first steps.
 *
 * @throws Error if the chain does not start or the port is taken.
 * @example
 * const service = await startDev();
 * const response = await fetch(`${service.url}/v2/ethereum/blocks/latest`);
 * await service.stop();
 */
export async function startDev({
  port = 0,
  host = "127.0.0.1",
}: DevOptions = {}): Promise<DevService> {
  await assertFreePort(port, host);
  return startDevService({
    port,
    host,
    rateAnonymous: NO_LIMIT,
    rateToken: NO_LIMIT,
    cors: "*",
    trustProxy: false,
    readyLag: 2,
    logLevel: "silent",
  });
}
