import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextIteration } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { inTurn } from "../turns.ts";
import { networkOf, type TrustedProxies } from "./client-address.ts";
import { KEEP_ALIVE_S } from "./defaults.ts";
import { HttpError, tooManyRequests } from "./http-error.ts";

const REQUEST_MS = 30_000;
const HEADERS_MS = 10_000;
/** Interval at which timeouts are checked. */
const CHECK_MS = 5_000;
/** Maximum inactivity of a connection during a request, e.g. of a caller that does not read its response. */
const IDLE_MS = 120_000;
const MAX_CONNECTIONS = 10_000;
/** Maximum number of connections of an IPv4 address or IPv6 /64 network. */
const MAX_PER_CALLER = 500;
const GRACE_MS = 3_000;

/**
 * Creates the HTTP server, with timeouts, so that slow callers cannot occupy all connections.
 *
 * @param keepAliveSeconds Seconds after which a connection without a request is closed.
 */
export function createHttpServer(
  handle: RequestListener,
  keepAliveSeconds: number = KEEP_ALIVE_S,
): Server {
  const options = {
    requestTimeout: REQUEST_MS,
    headersTimeout: HEADERS_MS,
    keepAliveTimeout: keepAliveSeconds * 1000,
    connectionsCheckingInterval: CHECK_MS,
    // A missing host is reported like any other invalid parameter.
    requireHostHeader: false,
  };
  return createServer(options, handledInTurn(handle)).setTimeout(IDLE_MS);
}

/**
 * Limits the number of connections, in all and per address, except those of trusted proxies. On shutdown,
 * requests in flight are finished; connections that take longer than the grace period are closed.
 */
export function limitConnections(app: FastifyInstance, isTrusted: TrustedProxies): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook("preClose", async () => {
    timer = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
  });
  app.addHook("onClose", async () => clearTimeout(timer));
  app.server.maxConnections = MAX_CONNECTIONS;
  const open = new Map<string, number>();
  app.server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isTrusted(remoteAddress)) {
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
      const left = Number(open.get(network)) - 1;
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
  const takeTurn = inTurn();
  return (request, response) => {
    if (response.socket !== null) {
      handle(request, response);
      return;
    }
    // Emitted when the response is next in line; never if the connection closes before.
    response.once("socket", (socket) =>
      takeTurn(async () => {
        await nextIteration();
        if (!socket.destroyed) {
          handle(request, response);
        }
      }),
    );
  };
}

/** Numbers of bytes that may wait: per IPv4 address or IPv6 /64 network, and together. */
const LIMITS = { caller: 16 * 2 ** 20, all: 256 * 2 ** 20 };
const RETRY_MS = 1_000;
/** Time after which waiting bytes are counted again; some pages at most are made meanwhile. */
const COUNT_MS = 10;

/**
 * Creates the limit of bytes that have been written and not been read yet: slow readers would fill the memory of the
 * service.
 */
export function createWaitingBytes(limits: typeof LIMITS = LIMITS) {
  /** Addresses by connection: a proxy sends the requests of several callers through one, in turn. */
  const callers = new Map<Socket, string>();
  let waiting = countOf(callers);
  let countedAt = performance.now();
  return {
    /** Counts what waits on a connection for the caller of its latest request. */
    count(socket: Socket, ip: string): void {
      if (!callers.has(socket)) {
        socket.once("close", () => callers.delete(socket));
      }
      callers.set(socket, ip);
    },
    /**
     * Refuses a response while too many bytes wait.
     *
     * @param ip Address of the caller.
     * @throws HttpError 429 if they wait for the caller, 503 if they do for all callers together.
     */
    assertRoom(ip: string): void {
      const now = performance.now();
      if (now - countedAt >= COUNT_MS) {
        countedAt = now;
        waiting = countOf(callers);
      }
      if (waiting.all > limits.caller && waiting.ofCaller(ip) > limits.caller) {
        throw tooManyRequests(RETRY_MS, "responses that have not been read");
      }
      if (waiting.all > limits.all) {
        throw new HttpError(503, "Too many responses wait for slow callers.", {
          headers: { "retry-after": String(RETRY_MS / 1000) },
        });
      }
    },
  };
}

function countOf(callers: ReadonlyMap<Socket, string>) {
  const byNetwork = new Map<string, number>();
  let all = 0;
  for (const [{ writableLength }, ip] of callers) {
    if (writableLength > 0) {
      const network = networkOf(ip);
      byNetwork.set(network, (byNetwork.get(network) ?? 0) + writableLength);
      all += writableLength;
    }
  }
  return { all, ofCaller: (ip: string) => Number(byNetwork.get(networkOf(ip))) };
}
