import { randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from "fastify";
import { connectionLimits, limitConnections } from "./connections.ts";
import type { CorsOrigins } from "./cors.ts";
import { errorAnswers } from "./errors.ts";
import { createGate, type GateOptions } from "./gate.ts";
import type { AnyHandler } from "./handlers.ts";
import { ALWAYS } from "./headers.ts";
import { takeJsonOnly } from "./json-body.ts";
import { addProbes, type Probes } from "./probes.ts";
import { logRequest } from "./request-log.ts";
import { addRoutes } from "./routes.ts";
import { readOperations } from "./spec.ts";

/** What the HTTP side of the service is made of. */
export interface AppOptions extends GateOptions {
  /** One function per operation id. */
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  /** The value of path parameters that are the same for a whole deployment; absent: any. */
  readonly bound?: Readonly<Record<string, string>>;
  readonly cors: CorsOrigins;
  /** Proxies in front whose `X-Forwarded-For` is believed: addresses, networks, or their names. */
  readonly trustProxy: readonly string[] | false;
  readonly probes: Probes;
  readonly logger: FastifyServerOptions["logger"];
}

const KIB = 1024;
/** The longest body is three names. */
const MAX_BODY = 64 * KIB;

/**
 * The service as an HTTP server, not yet listening.
 *
 * @throws Error if there is a handler for an operation that the contract does not have.
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const operations = await readOperations();
  const errors = errorAnswers(operations);
  const app = Fastify({
    logger: options.logger ?? false,
    // One line per request is written when it is answered.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    genReqId: ({ headers }) => requestId(headers["x-request-id"]),
    bodyLimit: MAX_BODY,
    trustProxy: options.trustProxy && [...options.trustProxy],
    ...connectionLimits,
    ...errors.options,
  });
  limitConnections(app);
  takeJsonOnly(app);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(ALWAYS).header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => logRequest(request, reply));
  errors.install(app);
  addProbes(app, options.probes);
  addRoutes(app, operations, { ...options, gate: createGate(options) });
  const missing = operations.map(({ id }) => id).filter((id) => !options.handlers[id]);
  if (missing.length > 0) {
    app.log.warn({ operations: missing }, "operations without handler are answered with 501");
  }
  return app;
}

/** The caller's own id if it is a harmless one, so that a request can be followed across services. */
function requestId(sent: string | string[] | undefined): string {
  return typeof sent === "string" && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID();
}
