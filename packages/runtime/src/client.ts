import { type CallFacts, isApiError } from "./api-error.ts";
import type { CallInit, RequestContext, tokens } from "./attempt.ts";
import { type ApiCall, type ApiResponse, Call } from "./call.ts";
import { core } from "./core.ts";
import { type Params, type Placed, place, refuser, type schemas } from "./input.ts";
import type { Operation, OperationTable, PaginationRule } from "./operation.ts";
import {
  type AnyClientOptions,
  type CallOptions,
  type ClientOptions,
  checkBaseUrl,
  checkOptions,
} from "./options.ts";
import { type bodies, type queries, sendThrough, writeInit, writeUrl } from "./request.ts";
import { type envelopes, readData } from "./response.ts";
import { send } from "./send.ts";

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
  readonly unfit?: (typeof schemas)["unfit"];
  readonly authorize?: (typeof tokens)["authorize"];
  readonly open?: (typeof envelopes)["open"];
}

/** What a client is made of: its options, and the parts that its operations use. */
type Settings = AnyClientOptions & Required<Parts>;

/** A call as it was made, checked and written down: its caller's objects are not read again. */
interface Prepared extends RequestContext {
  readonly placed: Placed;
  readonly init: CallInit;
}

function prepare(
  facts: CallFacts,
  rule: Operation,
  settings: Settings,
  params: Params,
  given: CallOptions,
): Prepared {
  const refuse = refuser(facts);
  try {
    const call = checkOptions(given, refuse);
    const placed = place(rule, params, settings, refuse);
    const token = rule.auth && settings.token;
    const body = rule.body && settings.writeBody(rule, placed.body, refuse);
    const own = [settings.headers, call.headers];
    const init = writeInit(rule, own, placed.header, token, body, refuse);
    return { ...settings, ...call, ...facts, idempotent: rule.idempotent, token, placed, init };
  } catch (error) {
    throw isApiError(error) ? error : refuse("params", "could not be read", error);
  }
}

/** Sends a call and reads its response. */
async function exchange(
  base: string,
  rule: Operation,
  { baseUrl, fetch, middleware, successCodes, writeQuery, open }: Settings,
  context: Prepared,
): Promise<ApiResponse<unknown>> {
  const { placed, init } = context;
  const url = writeUrl(base, placed, writeQuery);
  context.attempts = 0;
  const handled =
    middleware?.length &&
    (await sendThrough(middleware, new Request(url, init), context, {
      schemaPath: rule.path,
      params: placed,
      id: Math.random().toString(36).slice(2),
      options: { baseUrl, fetch } as never,
    }));
  const reply = handled
    ? { response: handled, body: await handled.arrayBuffer() }
    : await send(url, init, context);
  const { response } = reply;
  const data = readData(reply, rule, context);
  if (rule.envelope && successCodes) {
    open(data, rule.envelope, successCodes, response, context);
  }
  return { data, response };
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
  const baseUrl = checkBaseUrl(settings.baseUrl, refuse);
  const client: Record<string, unknown> = {};
  Object.defineProperty(client, core, { value: { settings, send, table } });
  for (const [operation, rule] of Object.entries(table)) {
    const facts = { operation, method: rule.method, url: baseUrl + rule.path, attempts: 0 };
    client[operation] = (params: Params = {}, call: CallOptions = {}) => {
      let prepared: Prepared | undefined;
      const sendOnce: CallRequest["send"] = async (edit) => {
        prepared ??= prepare(facts, rule, settings, params, call);
        edit?.(prepared);
        return exchange(facts.url, rule, settings, prepared);
      };
      const request = { params, facts, send: sendOnce };
      return rule.pagination ? settings.list(rule, rule.pagination, request) : new Call(sendOnce());
    };
  }
  return client as Operations;
}
