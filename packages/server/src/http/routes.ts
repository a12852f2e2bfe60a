import type { Schema, SchemaOrBoolean } from "@chainkit/openapi";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { FastifyInstance, RouteOptions } from "fastify";
import { Cacheable } from "./caching.ts";
import { allowOrigin, type CorsOrigins } from "./cors.ts";
import { callerOf, type Gate, type Principal } from "./gate.ts";
import { HttpError, notFound } from "./http-error.ts";
import { parameterReader, type RawRequest } from "./parameters.ts";
import type { ResponseCache } from "./response-cache.ts";
import { methodsOf, type OperationContent, type OperationSpec, routerPath } from "./spec.ts";

declare module "fastify" {
  interface FastifyRequest {
    principal: Principal | undefined;
  }
  interface FastifyContextConfig {
    /** Absent on routes that are not operations, such as probes. */
    operation?: OperationSpec;
    queryNames?: ReadonlySet<string>;
  }
}

interface Options {
  readonly operations: readonly OperationSpec[];
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly bound?: Readonly<Record<string, string>>;
  readonly cors: CorsOrigins;
  readonly gate: Gate;
  readonly cache: ResponseCache;
}

/**
 * Registers a route for each operation of the contract, served by the handler of its operation id. An
 * operation without a handler returns 501, after authorization.
 *
 * @throws Error if a handler matches no operation, or one that cannot be served.
 */
export function addRoutes(app: FastifyInstance, options: Options): void {
  const { operations, handlers, cors, gate } = options;
  const ids = new Set(operations.map(({ id }) => id));
  const unknown = new Set(Object.keys(handlers)).difference(ids);
  if (unknown.size > 0) {
    throw new Error(`the contract has no operation ${[...unknown].join(", ")}`);
  }
  // Not strict, so that ajv ignores extensions such as x-typescript-type. The schemas are those of the contract,
  // which lint has checked: checking them again would take a third of the start of the HTTP side.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: false,
    validateSchema: false,
    meta: false,
  });
  // A HEAD of the contract before that of its GET.
  const isHead = ({ method }: OperationSpec) => Number(method === "HEAD");
  for (const operation of operations.toSorted((a, b) => isHead(b) - isHead(a))) {
    const handle = handlers[operation.id];
    const content = handle && operation.content();
    const inQuery = content?.parameters.filter((parameter) => parameter.in === "query") ?? [];
    const url = routerPath(operation.path);
    app.route({
      // Not the HEAD that Fastify adds, which sends a wrong length with 304.
      method: methodsOf(operation.method).filter(
        (method) => method === operation.method || !app.hasRoute({ method: method as "HEAD", url }),
      ),
      url,
      config: { operation, queryNames: new Set(inQuery.map(({ name }) => name)) },
      onRequest: (request, reply, done) => {
        if (operation.auth !== "required") {
          allowOrigin(cors, request, reply);
        }
        const next = (principal?: Principal) => {
          request.principal = principal;
          done(handle ? undefined : new HttpError(501, `${operation.id} is not implemented yet.`));
        };
        const checked = gate(request, operation);
        if (checked) {
          checked.then(next, done);
        } else {
          next();
        }
      },
      ...(content ? served(content, handle, ajv, options) : { handler: () => {} }),
    });
  }
}

/** Creates the route options of an operation: parsing, validation and serialization. */
function served(
  content: OperationContent,
  handler: AnyHandler,
  ajv: Ajv2020,
  { bound = {}, cache }: Options,
): Pick<RouteOptions, "schema" | "handler"> {
  const read = parameterReader(content, ajv);
  const boundValues = Object.entries(bound);
  const handle = handler as (params: Readonly<Record<string, unknown>>, caller: Caller) => unknown;
  return {
    schema: { response: { 200: responseSchema(content.response) } },
    handler: async (request, reply) => {
      const raw = request as unknown as RawRequest;
      for (const [name, value] of boundValues) {
        if (raw.params[name] !== undefined && raw.params[name] !== value) {
          throw notFound("No resource at this path.", "unknown-path");
        }
      }
      const found = await handle(read(raw), () => callerOf(request, request.principal));
      return found instanceof Cacheable ? cache.respond(found, request, reply) : found;
    },
  };
}

/** Keywords that affect serialization, beside those with schemas in them. */
const SHAPING = new Set(["type", "required", "additionalProperties"]);

/**
 * Reduces a schema to what serialization needs: declared fields only, required ones enforced, and no
 * format, pattern or limit that could change a value. Hexadecimal texts, which are made from bytes, are written
 * without a search for characters to escape (bench: 100 transactions of distinct addresses).
 */
function responseSchema(schema: SchemaOrBoolean): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => SHAPING.has(keyword));
  const { properties, items } = schema as Schema;
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [
    name,
    responseSchema(field),
  ]);
  return {
    ...Object.fromEntries(kept),
    ...(isHexText(schema) && { format: "unsafe" }),
    ...(properties && { properties: Object.fromEntries(fields) }),
    ...(items !== undefined && { items: responseSchema(items) }),
  };
}

/** Whether the contract types a text as `0x…`. */
function isHexText(schema: SchemaOrBoolean): boolean {
  return String(Object(schema)["x-typescript-type"]).startsWith("`0x");
}

/** Data, or data that caches may keep. */
type HandlerResult<Data> = Data | Cacheable<Data>;

/**
 * Handlers of an area by operation id. Parameters and results are those of the generated client, so
 * that a handler that does not match the contract does not compile. An operation without a handler
 * returns 501.
 */
export type Handlers<Operations> = {
  readonly [Id in keyof Operations]?: Operations[Id] extends (
    params: infer Params,
    options?: never,
  ) => PromiseLike<infer Data>
    ? (params: Parsed<Params>, caller: Caller) => HandlerResult<Data> | Promise<HandlerResult<Data>>
    : never;
};

/** Parsed parameters of a request: an integer is a number. */
type Parsed<Params> = { readonly [Name in keyof Params]: Exclude<Params[Name], bigint> };

/** Identifies the caller by token, or else by network, for budgets; computed on demand. */
export type Caller = () => string;

/** A handler as the router sees it; its types were checked against the contract. */
export type AnyHandler = (params: never, caller: Caller) => unknown;
