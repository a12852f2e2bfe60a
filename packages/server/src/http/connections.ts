import { createServer, type RequestListener, type Server } from "node:http";
import type { FastifyInstance } from "fastify";
import type { TrustedProxies } from "./client-address.ts";
import { networkOf } from "./network.ts";

const REQUEST_MS = 30_000;
const HEADERS_MS = 10_000;
/** Longer than the 60 s of common load balancers, so that they close idle connections first. */
const KEEP_ALIVE_MS = 65_000;
/** Interval at which timeouts are checked. */
const CHECK_MS = 5_000;
/** Maximum inactivity of a connection, e.g. of a caller that does not read its response. */
const IDLE_MS = 120_000;
const MAX_CONNECTIONS = 10_000;
/** Maximum number of connections of an IPv4 address or IPv6 /64 network. */
const MAX_PER_CALLER = 500;
const GRACE_MS = 3_000;

/** Creates the HTTP server, with timeouts, so that slow callers cannot occupy all connections. */
export function createHttpServer(handle: RequestListener): Server {
  const options = {
    requestTimeout: REQUEST_MS,
    headersTimeout: HEADERS_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_MS,
    // A missing host is reported like any other invalid parameter.
    requireHostHeader: false,
  };
  return createServer(options, handledInTurn(handle)).setTimeout(IDLE_MS);
}

/**
 * Limits the number of connections, in all and per address, except those of trusted proxies. On shutdown,
 * requests in flight are finished; connections that take longer than the grace period are closed.
 *
 * @param graceMs Grace period in milliseconds.
 */
export function limitConnections(
  app: FastifyInstance,
  isTrusted: TrustedProxies,
  graceMs: number = GRACE_MS,
): void {
  app.server.maxConnections = MAX_CONNECTIONS;
  limitPerCaller(app.server, isTrusted);
  let timer: NodeJS.Timeout | undefined;
  app.addHook("preClose", async () => {
    timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
  });
  app.addHook("onClose", async () => clearTimeout(timer));
}

function limitPerCaller(server: Server, isTrusted: TrustedProxies): void {
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isTrusted(remoteAddress, 0)) {
      return;
    }
    const network = networkOf(remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= MAX_PER_CALLER) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) {
        open.set(network, left);
      } else {
        open.delete(network);
      }
    });
  });
}

/**
 * Handles the requests of a connection one after the other, each once the response before it has been
 * sent, and of all requests that waited for one, a single one per iteration of the event loop. Node would
 * start all pipelined requests at once, so that callers who send many and read no response would slow
 * down all others.
 */
function handledInTurn(handle: RequestListener): RequestListener {
  const run = onePerIteration();
  return (request, response) => {
    if (response.socket !== null) {
      handle(request, response);
      return;
    }
    // Emitted when the response is next in line; never if the connection closes before.
    response.once("socket", (socket) => run(() => socket.destroyed || handle(request, response)));
  };
}

/** Creates a queue that runs a task per iteration of the event loop, between which others are served. */
function onePerIteration(): (task: () => void) => void {
  const waiting: (() => void)[] = [];
  const next = () => {
    // Removed afterwards, so that tasks which it adds do not schedule another run.
    waiting[0]?.();
    waiting.shift();
    if (waiting.length > 0) {
      setImmediate(next);
    }
  };
  return (task) => {
    if (waiting.push(task) === 1) {
      setImmediate(next);
    }
  };
}
