import { type ApiCall, type ApiResponse, createCall } from "./call.ts";
import { type CallFacts, isApiError } from "./errors.ts";
import { type Params, type Placed, place, refuser, type schemas, type types } from "./input.ts";
import { core } from "./inspect.ts";
import type { Operation, OperationTable, PaginationRule } from "./operation.ts";
import {
  type AnyClientOptions,
  CALL,
  type CallOptions,
  CLIENT,
  type ClientOptions,
  checkBaseUrl,
  checkOptions,
} from "./options.ts";
import { type bodies, type bodyCursors, type queries, sendThrough, writeInit } from "./request.ts";
import { type envelopes, readData, type results } from "./response.ts";
import { type Reply, type RequestContext, send, type tokens } from "./send.ts";

/** Sends the request of a call, edited if `edit` is given. */
export type CallRequest = (edit?: (prepared: Prepared) => void) => Promise<ApiResponse<unknown>>;

/** Code that only some operations need. A client ships the parts that its operations use. */
export interface Parts {
  /** Name of the API area. */
  readonly area?: string;
  /**
   * Client options that supply parameters, here or in another area: one object may hold the options of
   * several clients. Only in the first of the parts.
   */
  readonly options?: Readonly<Record<string, "">>;
  readonly list?: (
    rule: Operation,
    pagination: PaginationRule,
    send: CallRequest,
    facts: CallFacts,
  ) => ApiCall<unknown, unknown>;
  readonly query?: (typeof queries)["query"];
  readonly body?: (typeof bodies)["body"];
  readonly setField?: (typeof bodyCursors)["setField"];
  readonly mistyped?: (typeof types)["mistyped"];
  readonly encode?: (typeof types)["encode"];
  readonly unfit?: (typeof schemas)["unfit"];
  readonly auth?: (typeof tokens)["auth"];
  readonly read?: (typeof results)["read"];
  readonly open?: (typeof envelopes)["open"];
}

/** Options of a client, and the parts that its operations use. */
type Settings = AnyClientOptions & Required<Parts>;

/** A checked and serialized call. The caller's objects are not read again. */
interface Prepared extends RequestContext {
  readonly placed: Placed;
  init: RequestInit;
}

/** Creates the method of an operation. */
function createMethod(operation: string, rule: Operation, settings: Settings) {
  const { baseUrl, middleware } = settings;
  const { method, path, pagination } = rule;
  const token = rule.auth && settings.token;
  const facts = { operation, method, url: baseUrl + path };
  const refuse = refuser(facts);

  const prepare = (
    params: Params,
    given: CallOptions = {},
  ): Omit<Prepared, "attempts" | "token"> => {
    try {
      const call = checkOptions(given, CALL, refuse);
      const placed = place(rule, params, settings, refuse);
      const body = rule.body && settings.body(rule, placed.body, refuse);
      return {
        ...facts,
        rule,
        placed,
        options: { ...settings, ...call },
        init: writeInit(rule, [settings.headers, call.headers, placed.header], token, body, refuse),
      };
    } catch (error) {
      throw isApiError(error) ? error : refuse("params", "cannot be read", error);
    }
  };

  return (params: Params = {}, call?: CallOptions) => {
    let prepared: Prepared | undefined;
    const exchange: CallRequest = async (edit) => {
      prepared = { ...(prepared ?? prepare(params, call)), token, attempts: 0 };
      edit?.(prepared);
      const { placed, init } = prepared;
      // Not by a regular expression with a callback, which takes most of the time of preparing a call.
      let filled = path;
      for (const name in placed.path) {
        filled = filled.replaceAll(
          `{${name}}`,
          (settings.encode ?? encodeURIComponent)(placed.path[name] as never),
        );
      }
      filled += settings.query?.(placed.query) ?? "";
      const sent: Promise<Partial<Reply> & Pick<Reply, "response">> = middleware?.length
        ? sendThrough(middleware, new Request(baseUrl + filled, init), prepared, {
            schemaPath: path,
            params: placed,
            id: String(Math.random()),
            options: { baseUrl, fetch: settings.fetch } as never,
          })
        : send(baseUrl + filled, init, prepared);
      // After middleware, the response is read here.
      const { response, text = await response.text() } = await sent;
      return readData(response, text, prepared);
    };
    return pagination ? settings.list(rule, pagination, exchange, facts) : createCall(exchange());
  };
}

/**
 * Creates a client from a table of operations. Users call the factory of an area, which knows its
 * table, the parts it needs, and its types.
 *
 * @throws InputError if an option is wrong; nothing has been sent then.
 */
export function createClient<Operations>(
  table: OperationTable,
  options: ClientOptions,
  parts: readonly Parts[],
): Operations {
  const refuse = refuser({ operation: "client" });
  const known = { ...CLIENT, ...parts[0]?.options };
  const settings: Settings = Object.assign(checkOptions(options, known, refuse), ...parts);
  settings.baseUrl = checkBaseUrl(settings.baseUrl, refuse);
  const client: Record<string, unknown> = Object.defineProperty({}, core, {
    value: { settings, send, table },
  });
  for (const operation in table) {
    client[operation] = createMethod(operation, table[operation] as Operation, settings);
  }
  return client as Operations;
}
