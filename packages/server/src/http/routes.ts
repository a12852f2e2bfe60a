import { Ajv2020 } from "ajv/dist/2020.js";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { allowMethods, allowOrigin, type CorsOrigins } from "./cors.ts";
import type { AnyHandler } from "./handlers.ts";
import { HttpError, invalid, notFound } from "./http-error.ts";
import { parameterReader, type RawRequest } from "./parameters.ts";
import { routerPath } from "./path.ts";
import { answerSchema } from "./serialize.ts";
import type { OperationSpec } from "./spec.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Absent on what is no operation, such as the probes. */
    operation?: OperationSpec;
  }
}

interface RouteOptions {
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly bound?: Readonly<Record<string, string>>;
  readonly cors: CorsOrigins;
  readonly gate: (request: FastifyRequest, operation: OperationSpec) => void;
}

/** Serves each operation of the contract by the handler of its operation id. */
export function addRoutes(
  app: FastifyInstance,
  operations: readonly OperationSpec[],
  options: RouteOptions,
): void {
  assertKnown(operations, options.handlers);
  // Not strict: the contract's own keywords, such as x-typescript-type, are none of ajv's business.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  for (const operation of operations) {
    addRoute(app, operation, ajv, options);
  }
}

function addRoute(
  app: FastifyInstance,
  operation: OperationSpec,
  ajv: Ajv2020,
  { handlers, bound = {}, cors, gate }: RouteOptions,
): void {
  const { id, method, path, response } = operation;
  const handle = (handlers[id] ?? notImplemented(operation)) as (
    params: Readonly<Record<string, unknown>>,
  ) => unknown;
  const read = parameterReader(operation, ajv);
  const isOpen = operation.auth !== "required";
  const url = routerPath(path);

  app.route({
    method,
    url,
    config: { operation },
    schema: { response: { 200: answerSchema(response) } },
    onRequest: async (request, reply) => {
      if (isOpen) {
        allowOrigin(cors, request, reply);
      }
      gate(request, operation);
    },
    handler: async (request) => {
      const raw = request as unknown as RawRequest;
      for (const [name, value] of Object.entries(bound)) {
        if (raw.params[name] !== undefined && raw.params[name] !== value) {
          throw notFound("There is nothing at this path.");
        }
      }
      const result = read(raw);
      if ("errors" in result) {
        throw invalid(result.errors);
      }
      return handle(result.values);
    },
  });

  if (isOpen && (cors === "*" || cors.length > 0)) {
    app.options(url, async (request, reply) => {
      allowOrigin(cors, request, reply);
      allowMethods(reply);
      return reply.code(204).send();
    });
  }
}

/** Names what a handler could never be asked for; the types say what they leave out. */
function assertKnown(
  operations: readonly OperationSpec[],
  handlers: Readonly<Record<string, unknown>>,
): void {
  const ids = new Set(operations.map(({ id }) => id));
  const unknown = Object.keys(handlers).filter((id) => !ids.has(id));
  if (unknown.length > 0) {
    throw new Error(`the contract has no operation ${unknown.join(", ")}`);
  }
}

/** An operation that came into the contract before its handler. */
function notImplemented({ id }: OperationSpec): AnyHandler {
  return () => {
    throw new HttpError(501, `${id} is not implemented yet.`);
  };
}
