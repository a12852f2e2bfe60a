import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from "fastify";
import { auditLog } from "./audit.ts";
import { COMMON_HEADERS } from "./caching.ts";
import { clientAddress, trustedProxies } from "./client-address.ts";
import { createHttpServer, createWaitingBytes, limitConnections } from "./connections.ts";
import type { ServerSettings } from "./defaults.ts";
import { errorResponses } from "./errors.ts";
import { addExplorer, type ExplorerFacts } from "./explorer.ts";
import { createGate, type GateOptions } from "./gate.ts";
import { addProblemPages } from "./http-error.ts";
import { addProbes, type Probes } from "./probes.ts";
import { acceptJsonOnly } from "./request-body.ts";
import { createRequestLog } from "./request-log.ts";
import { createResponseCache } from "./response-cache.ts";
import { type AnyHandler, addRoutes } from "./routes.ts";
import type { OperationSpec } from "./spec.ts";
import { addSubgraphEndpoint, type EndpointOptions } from "./subgraph-endpoint.ts";

export interface AppOptions extends GateOptions, ServerSettings {
  readonly operations: readonly OperationSpec[];
  /** Handlers by operation id. */
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  /** Path parameters with one accepted value per deployment; absent: any. */
  readonly bound?: Readonly<Record<string, string>>;
  /** Version of the service. */
  readonly release: string;
  /** Absent: subgraphs have no endpoints. */
  readonly endpoint?: EndpointOptions | undefined;
  /** Absent: there is no explorer. */
  readonly explorerFacts?: ExplorerFacts | undefined;
  readonly probes: Probes;
  readonly logger: FastifyServerOptions["logger"];
}

/** The largest valid body has three names. */
const MAX_BODY = 2 ** 16;
/** Responses up to this size are always sent, such as those of probes and errors. */
const SMALL_BYTES = 2 ** 14;

/**
 * Creates the HTTP server of the service, not yet listening.
 *
 * @throws Error if a handler matches no operation of the contract.
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { operations, handlers, endpoint, cors } = options;
  const { logRequest, logResponse } = createRequestLog(options.logRequests);
  const errors = errorResponses({ operations, hasEndpoint: !!endpoint, cors, logRequest });
  const proxies = trustedProxies(options.trustProxy);
  const { gate, limitOther } = createGate(options, proxies);
  const addressOf = clientAddress(proxies);
  const waiting = createWaitingBytes();
  const cache = createResponseCache({
    gate(request, operation) {
      waiting.assertRoom(request.ip);
      return gate(request, operation);
    },
    cors,
    release: options.release,
    requestIdOf,
    isClosed: () => !app.server.listening,
    sent(operation, target, ip, status, ms) {
      logResponse(app.log, target, ip, status, ms);
      observe(operation.id, status, ms);
    },
  });
  const app = Fastify({
    logger: options.logger ?? false,
    // Replaced by one line per request, written in `onResponse`.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    genReqId: ({ headers }) => requestIdOf(headers),
    bodyLimit: MAX_BODY,
    // Without proxies, the address of a request, which is read several times, need not be looked for.
    trustProxy: options.trustProxy.length > 0 && proxies,
    serverFactory: (route) =>
      createHttpServer((request, response) => {
        const ip = addressOf(request) ?? "";
        waiting.count(request.socket, ip);
        if (cache.send(request, response, ip)) {
          return;
        }
        // Fastify would take `203.0.113.1:4711`, which some proxies report, for an address that is new with each connection.
        if (request.headers["x-forwarded-for"] !== undefined) {
          request.headers["x-forwarded-for"] = ip;
        }
        route(request, response);
      }, options.keepAlive),
    // On shutdown, close idle connections and finish requests on the others.
    forceCloseConnections: "idle",
    return503OnClosing: false,
    ...errors.options,
  });
  limitConnections(app, proxies);
  acceptJsonOnly(app);
  const audit = auditLog(app.log);
  const observe = addProbes(app, options.probes);
  // Callbacks: each promise here would cost every request some microseconds.
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(COMMON_HEADERS).header("x-request-id", request.id);
    limitOther(request);
    if (request.routeOptions.config.operation) {
      waiting.assertRoom(request.ip);
    }
    done();
  });
  // Others may have been sent since the request arrived.
  app.addHook("onSend", (request, _reply, payload, done) => {
    if ((typeof payload === "string" || Buffer.isBuffer(payload)) && payload.length > SMALL_BYTES) {
      waiting.assertRoom(request.ip);
    }
    done(null, payload);
  });
  app.addHook("onResponse", (request, reply, done) => {
    logRequest(request, reply);
    audit(request, reply);
    const { operation } = request.routeOptions.config;
    observe(operation?.id ?? "none", reply.statusCode, reply.elapsedTime);
    done();
  });
  errors.install(app);
  addProblemPages(app);
  addRoutes(app, { ...options, gate, cache });
  if (endpoint) {
    await app.register(async (scope) => addSubgraphEndpoint(scope, endpoint, cors, gate));
  }
  if (options.explorerFacts) {
    await addExplorer(app, options.explorerFacts);
  }
  const missing = operations.map(({ id }) => id).filter((id) => !handlers[id]);
  if (missing.length > 0) {
    app.log.warn({ operations: missing }, "operations without a handler return 501");
  }
  return app;
}

/** Uses a well-formed `X-Request-Id` of the caller, so that a request can be traced across services. */
function requestIdOf({ "x-request-id": sent }: IncomingHttpHeaders): string {
  return typeof sent === "string" && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID();
}
