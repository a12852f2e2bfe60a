import createFetchClient, { type Client as RawClient } from "openapi-fetch";
import { Call } from "./call.ts";
import { checkBaseUrl, checkOptions } from "./check.ts";
import type { Params } from "./input.ts";
import { type Context, invoke, type RawRequest, refuser, sender } from "./invoke.ts";
import type { Operation, OperationTable } from "./operation.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
import { type Listing, ListingCall } from "./paging.ts";

/** A client of one API area: a method for each operation, and openapi-fetch beneath. */
export type Client<Paths extends {}, Operations> = Operations & {
  /**
   * The underlying openapi-fetch client, for what the methods do not offer. Its calls go through the
   * same retries, timeouts, token and log; it answers `{ data, error, response }`.
   */
  readonly raw: RawClient<Paths>;
};

const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;

/** openapi-fetch, with each of its calls sent as the operation of that method and path. */
function createRaw(table: OperationTable, options: ClientOptions) {
  const raw = createFetchClient<Record<string, never>>({
    baseUrl: options.baseUrl,
    ...(options.headers && { headers: options.headers }),
  });
  raw.use(...(options.middleware ?? []));
  const request = raw.request as unknown as RawRequest;
  const byPath = new Map(Object.values(table).map((rule) => [`${rule.method} ${rule.path}`, rule]));
  const sendRaw: RawRequest = (method, path, init) => {
    const name = `${method.toUpperCase()} ${path}`;
    const idempotent = /^(GET|HEAD|OPTIONS)/.test(name) || undefined;
    const rule = byPath.get(name) ?? { method, path, idempotent };
    const { fetch } = sender(name, rule as Operation, options, {});
    return request(method, path, { fetch, ...init });
  };
  const byMethod = methods.map((method) => [
    method,
    (path: string, init: object) => sendRaw(method, path, init),
  ]);
  return { request, raw: { ...raw, request: sendRaw, ...Object.fromEntries(byMethod) } };
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
  const facts = { operation: "client", method: "", url: "", attempts: 0 };
  checkBaseUrl(options, refuser(facts));
  checkOptions(options, refuser(facts));
  const { request, raw } = createRaw(table, options);
  const context: Context = { request, options };
  const method =
    (id: string, rule: Operation) =>
    (params: Params = {}, call: CallOptions = {}) => {
      const first = invoke(context, id, rule, params, call);
      const { pagination } = rule;
      if (!pagination) return new Call(first);
      const { cursorParameter } = pagination;
      const listing: Listing<unknown> = {
        rule: pagination,
        start: params[cursorParameter],
        next: (cursor) => invoke(context, id, rule, { ...params, [cursorParameter]: cursor }, call),
        facts: sender(id, rule, options, call).sending,
      };
      return new ListingCall(first, listing);
    };
  const operations = Object.entries(table).map(([id, rule]) => [id, method(id, rule)]);
  return { ...Object.fromEntries(operations), raw } as Client<Paths, Operations>;
}
