import type { Server } from "node:http";
import type { FastifyHttpOptions, FastifyInstance } from "fastify";

const REQUEST_MS = 30_000;
const HEADERS_MS = 10_000;
/** Longer than the 60 s of common load balancers, so that these end idle connections first. */
const KEEP_ALIVE_MS = 65_000;
/** How often connections are looked at whether their time is over. */
const CHECK_MS = 5_000;
/** So long a connection may be without any sign of life, as when a caller does not read its answer. */
const IDLE_MS = 120_000;
const MAX_CONNECTIONS = 10_000;
const GRACE_MS = 3_000;

/** How long a caller may take, so that slow ones cannot hold all connections. */
export const connectionLimits = {
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionTimeout: IDLE_MS,
  http: {
    headersTimeout: HEADERS_MS,
    connectionsCheckingInterval: CHECK_MS,
    // Its absence is answered as any other fault of a request.
    requireHostHeader: false,
  },
  // When it stops: idle connections are closed, requests that still come on others are answered.
  forceCloseConnections: "idle",
  return503OnClosing: false,
} satisfies FastifyHttpOptions<Server>;

/**
 * Bounds the number of connections. When the service stops, requests under way are answered; a caller
 * who does not end a request, or does not read an answer, is left after a while.
 */
export function limitConnections(app: FastifyInstance, graceMs: number = GRACE_MS): void {
  app.server.maxConnections = MAX_CONNECTIONS;
  let timer: NodeJS.Timeout | undefined;
  app.addHook("preClose", async () => {
    timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
  });
  app.addHook("onClose", async () => clearTimeout(timer));
}
