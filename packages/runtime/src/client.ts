import createFetchClient, { type Client as RawClient } from "openapi-fetch";
import { Call } from "./call.ts";
import { checkBaseUrl, checkOptions } from "./check.ts";
import type { Params } from "./input.ts";
import { invoke, type RawRequest, refuser } from "./invoke.ts";
import type { HttpMethod, Operation, OperationTable } from "./operation.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
import { ListingCall } from "./paging.ts";
import { begin, send } from "./send.ts";

/** A client of one API area: a method for each operation, and openapi-fetch beneath. */
export type Client<Paths extends {}, Operations> = Operations & {
  /**
   * The underlying openapi-fetch client, for what the methods do not offer. Its calls go through the
   * same retries, timeouts, token and log; it answers `{ data, error, response }`.
   */
  readonly raw: RawClient<Paths>;
};

/** Lets each call of openapi-fetch be sent as the operation of its method and path. */
function route(raw: Record<string, unknown>, table: OperationTable, options: ClientOptions): void {
  const request = raw.request as RawRequest;
  raw.request = (name: string, path: string, init: object) => {
    const method = name.toUpperCase() as HttpMethod;
    const rule = Object.values(table).find((rule) => rule.method === method && rule.path === path);
    const unknown: Operation = { method, path, ...(method === "GET" && { idempotent: true }) };
    const sending = begin(`${method} ${path}`, rule ?? unknown, options, {});
    return request(method, path, { fetch: (sent: Request) => send(sent, sending), ...init });
  };
  for (const method in raw) {
    if (method < "a") {
      raw[method] = (path: string, init: object) => (raw.request as RawRequest)(method, path, init);
    }
  }
}

/**
 * Makes a client from a table of operations. Users call the factory of an area, which knows its
 * table and its types.
 *
 * @throws InputError if an option is wrong; nothing has been sent then.
 */
export function createClient<Paths extends {}, Operations>(
  table: OperationTable,
  options: ClientOptions,
): Client<Paths, Operations> {
  const { baseUrl, headers, middleware = [] } = options;
  const refuse = refuser({ operation: "client", method: "", url: "", attempts: 0 });
  checkBaseUrl(baseUrl, refuse);
  checkOptions(options, refuse);
  const raw = createFetchClient(headers ? { baseUrl, headers } : { baseUrl });
  raw.use(...middleware);
  const context = { request: raw.request as unknown as RawRequest, options };
  route(raw as unknown as Record<string, unknown>, table, options);
  const client: Record<string, unknown> = { raw };
  for (const [id, rule] of Object.entries(table)) {
    client[id] = (params: Params = {}, call: CallOptions = {}) => {
      const ask = (more: Params) => invoke(context, id, rule, { ...params, ...more }, call);
      const { pagination } = rule;
      if (!pagination) return new Call(ask({}));
      const { cursorParameter } = pagination;
      return new ListingCall(ask({}), {
        rule: pagination,
        start: params[cursorParameter],
        next: (cursor) => ask({ [cursorParameter]: cursor }),
        facts: begin(id, rule, options, call),
      });
    };
  }
  return client as Client<Paths, Operations>;
}
