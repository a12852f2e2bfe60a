import { operations } from "@chainkit/client/operations";
import { bodyText } from "@chainkit/openapi";
import type { OperationDescription } from "@chainkit/runtime";
import { delay, type HttpHandler, HttpResponse, http } from "msw";
import { type Alternatives, BEARER, denialOf } from "./denial.ts";
import { BadParameterError } from "./paging.ts";
import { atLoss, refuse } from "./refusal.ts";
import { Reply } from "./reply.ts";
import { type Reader, readerOfDescription } from "./request.ts";
import { type Answer, respond } from "./respond.ts";
import { absolute, below, routeOf } from "./route.ts";
import type { HandlersOptions, Refusal } from "./types.ts";

type Strategy = HandlersOptions["onInvalidRequest"];

/** An operation, and how it responds. */
export interface Handled {
  readonly operation: OperationDescription;
  /** URLs of its requests. */
  readonly route: RegExp;
  readonly override: unknown;
  readonly credentials: Alternatives;
  readonly read: Reader;
  /** Whether another operation has the same path but for the names of its parameters. */
  readonly isAmbiguous?: boolean;
}

/**
 * Creates MSW handlers for every operation of the contract. They respond with its examples, reject
 * invalid requests with the documented 400 or 401, and paginate listings.
 *
 * A request below the base URL that matches no operation gets a 501, and is logged as a console error.
 *
 * @param options Base URL, and responses of operations.
 * @returns Handlers for `setupServer` of `msw/node` or `setupWorker` of `msw/browser`.
 * @throws Error if an option names an area or operation that does not exist.
 * @example
 * const server = setupServer(
 *   ...handlers({
 *     baseUrl: "https://api.example.com",
 *     responses: { chainData: { getBlock: notFound() } },
 *   }),
 * );
 */
export function handlers(options: HandlersOptions): HttpHandler[] {
  const { baseUrl, onInvalidRequest, areas } = options;
  const chosen = select(options, areas ?? Object.keys(operations));
  const base = absolute(baseUrl);
  return [...chosen.map((each) => handlerOf(each, onInvalidRequest)), rest(base, onInvalidRequest)];
}

/**
 * Creates MSW handlers for the operations in `responses` only, to override others in a single test.
 *
 * @throws Error if an option names an area or operation that does not exist.
 * @example
 * server.use(...overrides({ baseUrl, responses: { chainData: { getBlock: rateLimited() } } }));
 */
export function overrides(options: HandlersOptions): HttpHandler[] {
  const named = Object.entries(options.responses ?? {}).flatMap(([area, byId]) =>
    Object.keys(byId ?? {}).map((id) => `${area}.${id}`),
  );
  return select(options, options.areas ?? Object.keys(operations))
    .filter(({ key }) => named.includes(key))
    .map((each) => handlerOf(each, options.onInvalidRequest));
}

/** The function of MSW for a method. */
export function methodOf(method: string) {
  return method.toLowerCase() as keyof typeof http;
}

function select({ baseUrl, responses = {}, all }: HandlersOptions, areas: readonly string[]) {
  const base = absolute(baseUrl);
  const known = operations as Record<string, Record<string, OperationDescription>>;
  const given = responses as Record<string, Record<string, unknown>>;
  for (const area of [...areas, ...Object.keys(given)]) {
    const ids = Object.keys(given[area] ?? {});
    const unknown = known[area] ? ids.find((id) => !known[area]?.[id]) : area;
    if (unknown !== undefined) {
      const expected = Object.keys(known[area] ?? known).join(", ");
      throw new Error(
        `handlers: unknown ${known[area] ? "operation" : "area"} ${unknown}; expected one of ${expected}`,
      );
    }
  }
  return areas.flatMap((area) =>
    Object.entries(known[area] ?? {}).map(([id, operation]) => {
      const { [id]: own = all } = given[area] ?? {};
      const credentials = BEARER;
      const route = routeOf(base, operation);
      const read = readerOfDescription(operation, base, credentials);
      return { key: `${area}.${id}`, operation, route, override: own, credentials, read };
    }),
  );
}

/** Handles the requests of an operation. */
export function handlerOf(handled: Handled, strategy: Strategy): HttpHandler {
  const { operation, route, override, credentials, isAmbiguous } = handled;
  let calls = 0;
  return http[methodOf(operation.method)](route, async ({ request }) => {
    const report = (parameter: string, reason: string) =>
      tell(strategy, { operation: operation.id, parameter, reason, request });
    const refusal = (code: 400 | 401, parameter: string, reason: string) =>
      report(parameter, reason) ?? send(refuse(operation, code, parameter, reason));
    const denial = denialOf(operation.auth, credentials, request);
    if (denial) {
      return refusal(401, denial.parameter, denial.reason);
    }
    const read = await handled.read(request);
    if (!("params" in read)) {
      if (isAmbiguous && operation.places[read.parameter] === "path") {
        return undefined;
      }
      return refusal(400, read.parameter, read.reason);
    }
    try {
      const called =
        typeof override === "function" ? await override(read.params, request) : override;
      const turns = called instanceof Reply ? called.turns : undefined;
      const given = turns ? turns[Math.min(calls++, turns.length - 1)] : called;
      if (given instanceof Response) {
        // A body can be sent once, but what no function creates is for every request.
        return typeof override === "function" ? given : given.clone();
      }
      return await send(respond(operation, read.params, given));
    } catch (error) {
      if (error instanceof BadParameterError) {
        return refusal(400, error.parameter, error.message);
      }
      console.error(error);
      return send(atLoss(String((error as Error).message ?? error)));
    }
  });
}

/** Handles requests that match no operation. */
export function rest(base: string, strategy: Strategy): HttpHandler {
  return http.all(below(base), ({ request }) => {
    const route = `${request.method} ${request.url.replace(/[?#].*$/, "").slice(base.length) || "/"}`;
    const reason = "no operation of the contract has this method and path";
    const refused = { operation: route, reason, request };
    const told = tell(strategy === "respond" || strategy === undefined ? "log" : strategy, refused);
    return told ?? send(atLoss(`${route}: ${reason}`));
  });
}

/** Applies the strategy, and returns its response, if any. */
function tell(strategy: Strategy | "log", refusal: Refusal): Response | undefined {
  const { operation, parameter, reason } = refusal;
  const message = `[@chainkit/msw] ${operation}: ${[parameter, reason].filter(Boolean).join(" ")}`;
  if (typeof strategy === "function") {
    try {
      strategy(refusal);
    } catch (error) {
      console.error(error);
      return HttpResponse.error();
    }
  } else if (strategy === "warn") {
    console.warn(message);
  } else if (strategy === "error" || strategy === "log") {
    console.error(message);
  }
  return strategy === "error" ? HttpResponse.error() : undefined;
}

/** Makes the response of an answer. */
export async function send({
  status,
  body,
  headers,
  delayMs,
  isOffline,
}: Answer): Promise<Response> {
  if (delayMs > 0) {
    await delay(delayMs);
  }
  if (isOffline) {
    return HttpResponse.error();
  }
  const text = body === undefined ? null : bodyText(body, headers["content-type"] ?? "");
  return new HttpResponse(text, { status, headers });
}
