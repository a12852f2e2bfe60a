import type { Server } from "node:http";
import { Socket } from "node:net";
import type { FastifyHttpOptions, FastifyInstance } from "fastify";

const REQUEST_MS = 30_000;
const HEADERS_MS = 10_000;
/** Longer than the 60 s of common load balancers, so that they close idle connections first. */
const KEEP_ALIVE_MS = 65_000;
/** Interval at which timeouts are checked. */
const CHECK_MS = 5_000;
/** Maximum inactivity of a connection, e.g. of a caller that does not read its response. */
const IDLE_MS = 120_000;
const MAX_CONNECTIONS = 10_000;
const GRACE_MS = 3_000;

/** Timeouts, so that slow callers cannot occupy all connections. */
export const connectionLimits = {
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionTimeout: IDLE_MS,
  http: {
    headersTimeout: HEADERS_MS,
    connectionsCheckingInterval: CHECK_MS,
    // A missing host is reported like any other invalid parameter.
    requireHostHeader: false,
  },
  // On shutdown, close idle connections and finish requests on the others.
  forceCloseConnections: "idle",
  return503OnClosing: false,
} satisfies FastifyHttpOptions<Server>;

/**
 * Limits the number of connections. On shutdown, requests in flight are finished; connections that
 * take longer than the grace period are closed.
 *
 * @param graceMs Grace period in milliseconds.
 */
export function limitConnections(app: FastifyInstance, graceMs: number = GRACE_MS): void {
  app.server.maxConnections = MAX_CONNECTIONS;
  let timer: NodeJS.Timeout | undefined;
  app.addHook("preClose", async () => {
    timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
  });
  app.addHook("onClose", async () => clearTimeout(timer));
}

/**
 * Handles the requests of a connection one after the other, each once the response before it has been
 * sent. Node would start all pipelined requests at once, so that callers who send many and read no
 * response would slow down all others.
 */
export function handleInTurn(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw: { socket } }, { raw: response }, done) => {
    if (response.socket === null && socket instanceof Socket) {
      // Emitted when the response is next in line; never if the connection closes before.
      response.once("socket", () => setImmediate(done));
    } else {
      done();
    }
  });
}
