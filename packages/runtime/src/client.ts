import { type ApiCall, type ApiResponse, Call } from "./call.ts";
import { type CallFacts, isApiError } from "./errors.ts";
import { type Params, type Placed, place, refuser, type schemas, type types } from "./input.ts";
import { core } from "./inspect.ts";
import type { Operation, OperationTable, PaginationRule } from "./operation.ts";
import {
  type AnyClientOptions,
  type CallOptions,
  type ClientOptions,
  checkBaseUrl,
  checkOptions,
} from "./options.ts";
import { type bodies, type queries, sendThrough, writeInit, writePath } from "./request.ts";
import { type envelopes, readData, type results } from "./response.ts";
import { type RequestContext, send, type tokens } from "./send.ts";

/** What the call of an operation can do. */
export interface CallRequest {
  readonly params: Params;
  readonly facts: CallFacts;
  /** Sends the request, edited if `edit` is given. */
  readonly send: (edit?: (prepared: Prepared) => void) => Promise<ApiResponse<unknown>>;
}

/** What only some operations need. A client ships the parts that its operations use. */
export interface Parts {
  /** Name of the API area. */
  readonly area?: string;
  readonly list?: (
    rule: Operation,
    pagination: PaginationRule,
    request: CallRequest,
  ) => ApiCall<unknown, unknown>;
  readonly writeQuery?: (typeof queries)["writeQuery"];
  readonly writeBody?: (typeof bodies)["writeBody"];
  readonly mistyped?: (typeof types)["mistyped"];
  readonly unfit?: (typeof schemas)["unfit"];
  readonly authorize?: (typeof tokens)["authorize"];
  readonly readAny?: (typeof results)["readAny"];
  readonly open?: (typeof envelopes)["open"];
}

/** What a client is made of: its options, and the parts that its operations use. */
type Settings = AnyClientOptions & Required<Parts>;

/** A call as it was made, checked and written down: its caller's objects are not read again. */
interface Prepared extends RequestContext {
  readonly placed: Placed;
  readonly init: RequestInit;
}

/** Makes the method of an operation. */
function createMethod(operation: string, rule: Operation, settings: Settings) {
  const { baseUrl, fetch, middleware, headers } = settings;
  const { method, path, pagination } = rule;
  const facts = { operation, method, url: baseUrl + path, attempts: 0 };
  const refuse = refuser(facts);
  const segments = path.split(/\{(.+?)\}/);

  const prepare = (params: Params, given: CallOptions | undefined): Prepared => {
    try {
      const call = given === undefined ? given : checkOptions(given, refuse);
      const placed = place(rule, params, settings, refuse);
      const token = rule.auth && settings.token;
      const body = rule.body && settings.writeBody(rule, placed.body, refuse);
      const init = writeInit(rule, [headers, call?.headers, placed.header], token, body, refuse);
      const options = call ? { ...settings, ...call } : settings;
      return { ...facts, options, idempotent: rule.idempotent, token, placed, init };
    } catch (error) {
      throw isApiError(error) ? error : refuse("params", "could not be read", error);
    }
  };

  return (params: Params = {}, call?: CallOptions) => {
    let prepared: Prepared | undefined;
    const exchange: CallRequest["send"] = async (edit) => {
      prepared ??= prepare(params, call);
      edit?.(prepared);
      prepared.attempts = 0;
      const { placed, init } = prepared;
      const query = settings.writeQuery?.(placed.query) ?? "";
      const url = baseUrl + writePath(segments, placed.path) + query;
      const reply = middleware?.length
        ? await sendThrough(middleware, new Request(url, init), prepared, {
            schemaPath: path,
            params: placed,
            id: `${Math.random()}`,
            options: { baseUrl, fetch } as never,
          })
        : await send(url, init, prepared);
      const { response } = reply;
      const data = readData(reply, rule, prepared);
      settings.open?.(data, rule, response, prepared);
      return { data, response };
    };
    return pagination
      ? settings.list(rule, pagination, { params, facts, send: exchange })
      : new Call(exchange());
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
  const refuse = refuser({ operation: "client", method: "", url: "", attempts: 0 });
  const settings: Settings = Object.assign(checkOptions(options, refuse), ...parts);
  settings.baseUrl = checkBaseUrl(settings.baseUrl, refuse);
  const client: Record<string, unknown> = {};
  Object.defineProperty(client, core, { value: { settings, send, table } });
  for (const operation in table) {
    client[operation] = createMethod(operation, table[operation] as Operation, settings);
  }
  return client as Operations;
}
