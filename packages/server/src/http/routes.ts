import { Ajv2020 } from "ajv/dist/2020.js";
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { Cacheable } from "./cacheable.ts";
import { sendCacheable } from "./caching.ts";
import { allowMethods, allowOrigin, type CorsOrigins } from "./cors.ts";
import type { AnyHandler } from "./handlers.ts";
import { HttpError, invalid, notFound } from "./http-error.ts";
import { parameterReader, type RawRequest } from "./parameters.ts";
import { methodsOf, routerPath } from "./path.ts";
import { answerSchema } from "./serialize.ts";
import type { OperationSpec } from "./spec.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Absent on what is no operation, such as the probes. */
    operation?: OperationSpec;
  }
}

interface Options {
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly bound?: Readonly<Record<string, string>>;
  readonly cors: CorsOrigins;
  readonly release: string;
  readonly gate: (request: FastifyRequest, operation: OperationSpec) => Promise<void>;
}

/**
 * Serves each operation of the contract by the handler of its operation id. An operation without one
 * is answered with 501, once it is known that the caller may call it.
 *
 * @throws Error if a handler is of no operation, or of one that cannot be served.
 */
export function addRoutes(
  app: FastifyInstance,
  operations: readonly OperationSpec[],
  options: Options,
): void {
  assertKnown(operations, options.handlers);
  // Not strict: the contract's own keywords, such as x-typescript-type, are none of ajv's business.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  const { handlers, cors, gate } = options;
  // Fastify makes the HEAD of a GET by itself, unless there is one already.
  for (const operation of operations.toSorted((a, b) => headFirst(a) - headFirst(b))) {
    const handle = handlers[operation.id];
    app.route({
      method: operation.method as "GET",
      url: routerPath(operation.path),
      config: { operation },
      onRequest: async (request, reply) => {
        if (isOpen(operation)) {
          allowOrigin(cors, request, reply);
        }
        await gate(request, operation);
        if (!handle) {
          throw new HttpError(501, `${operation.id} is not implemented yet.`);
        }
      },
      ...(handle ? served(operation, handle, ajv, options) : { handler: () => {} }),
    });
  }
  if (cors === "*" || cors.length > 0) {
    addPreflights(app, operations, cors);
  }
}

/** How requests to an operation are read, and answers written. */
function served(
  operation: OperationSpec,
  handler: AnyHandler,
  ajv: Ajv2020,
  { bound = {}, release }: Options,
): Pick<RouteOptions, "schema" | "handler"> {
  const content = operation.content();
  const read = parameterReader(content, ajv);
  const handle = handler as (params: Readonly<Record<string, unknown>>) => unknown;
  return {
    schema: { response: { 200: answerSchema(content.response) } },
    handler: async (request, reply) => {
      const raw = request as unknown as RawRequest;
      for (const [name, value] of Object.entries(bound)) {
        if (raw.params[name] !== undefined && raw.params[name] !== value) {
          throw notFound("There is nothing at this path.", "unknown-path");
        }
      }
      const result = read(raw);
      if ("errors" in result) {
        throw invalid(result.errors);
      }
      const found = await handle(result.values);
      return found instanceof Cacheable ? sendCacheable(found, request, reply, release) : found;
    },
  };
}

/** Answers browsers that ask, for a path, whether a page may send what they are about to send. */
function addPreflights(
  app: FastifyInstance,
  operations: readonly OperationSpec[],
  cors: CorsOrigins,
): void {
  // Paths that differ in the names of their parameters are one path to the router.
  const shapeOf = ({ path }: OperationSpec) => path.replace(/\{[^}]+\}/g, "{}");
  for (const [first, ...others] of Map.groupBy(operations, shapeOf).values()) {
    const all = first ? [first, ...others] : [];
    const methods = all.filter(isOpen).flatMap(({ method }) => methodsOf(method));
    const isAnswered = all.some(({ method }) => method === "OPTIONS");
    if (!first || methods.length === 0 || isAnswered) {
      continue;
    }
    app.options(routerPath(first.path), async (request, reply) => {
      allowOrigin(cors, request, reply);
      allowMethods([...new Set(methods)], reply);
      return reply.code(204).send();
    });
  }
}

/** Whether pages of other origins may read what it answers. */
function isOpen({ auth }: OperationSpec): boolean {
  return auth !== "required";
}

function headFirst({ method }: OperationSpec): number {
  return method === "HEAD" ? 0 : 1;
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
