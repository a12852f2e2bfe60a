import type { MiddlewareCallbackParams } from "openapi-fetch";
import { readText } from "./body.ts";
import { type ApiResponse, createCall } from "./call.ts";
import { CLIENT_OPTIONS, checkBaseUrl, checkOptions } from "./check-options.ts";
import type { coverages } from "./coverage.ts";
import type { credentials } from "./credentials.ts";
import { type Core, core } from "./inspect.ts";
import { type Exchange, sendThrough } from "./middleware.ts";
import type { Operation, OperationTable } from "./operation.ts";
import type { CallOptions, ClientOptions, Settings } from "./options.ts";
import type { listings } from "./paging.ts";
import type { ParameterChecks, Params } from "./params.ts";
import { type PreparedCall, prepareCall } from "./prepare.ts";
import { type bodies, type queries, writeTarget } from "./request.ts";
import { type ResponseReaders, readResponse } from "./response.ts";
import { type RequestContext, send } from "./send.ts";
import type { Adapter } from "./servers.ts";

/** Code that only some operations need: a client ships what its operations use. */
export type Parts = ParameterChecks &
  ResponseReaders &
  Partial<typeof coverages & typeof listings & typeof queries & typeof bodies> &
  Partial<Pick<ReturnType<typeof credentials>, "authorizeFor">> &
  Adapter & {
    /** Name of the API area. */
    readonly area?: string;
    /** Client options that supply parameters. Their values are checked in each call. */
    readonly options?: Readonly<Record<string, null>>;
  };

/**
 * Creates a client from a table of operations. Users call the factory of an area, which knows its
 * table, the parts it needs, and its types.
 *
 * @throws InputError if an option is wrong; nothing has been sent then.
 */
export function createClient<Operations>(
  table: OperationTable,
  options: ClientOptions,
  partList: readonly Parts[],
): Operations {
  const facts = { operation: "client", method: "", url: "", attempts: 0 };
  const parts: Parts = Object.assign({}, ...partList);
  const checked = checkOptions(facts, options, { ...CLIENT_OPTIONS, ...parts.options });
  const settings = { ...checked, baseUrl: checkBaseUrl(facts, checked.baseUrl) };
  const internals: Core = { area: parts.area ?? "", settings, send, table };
  const client: Record<string, unknown> = {};
  Object.defineProperty(client, core, { value: internals });
  for (const [operation, rule] of Object.entries(table)) {
    const own = { ...settings, ...parts.adapt?.(settings, rule) };
    client[operation] = createMethod(operation, rule, own, parts);
  }
  return client as Operations;
}

/** Creates the method of an operation. */
function createMethod(operation: string, rule: Operation, client: Settings, parts: Parts) {
  const { method, path, pagination } = rule;
  const facts = { operation, method, url: client.baseUrl + path, attempts: 0 };
  const execute = (call: PreparedCall) => executeCall(call, parts);
  return (params: Params = {}, options?: CallOptions) => {
    // Runs at once, and rejects rather than throws.
    const prepare = async () => prepareCall(facts, rule, params, options, client, parts);
    const prepared = prepare();
    return pagination
      ? parts.createListing?.(facts, pagination, prepared, execute, parts.narrowCoverage)
      : createCall(prepared.then(execute));
  };
}

/** Sends the request of a call. */
async function executeCall(call: PreparedCall, parts: Parts): Promise<ApiResponse<unknown>> {
  const { rule, params, init, options } = call;
  const { baseUrl, middleware = [], fetch, maxResponseBytes, signal } = options;
  const url = baseUrl + writeTarget(rule.path, params, parts.encodePath, parts.writeQuery);
  const request: RequestContext = { ...call, url, readText: parts.readText ?? readText };
  const exchange: Exchange =
    middleware.length === 0
      ? await send(url, init, request)
      : await sendThrough(
          middleware,
          new Request(url, signal ? { ...init, signal } : init),
          request,
          {
            schemaPath: rule.path,
            params,
            id: String(Math.random()),
            options: { baseUrl, fetch } as MiddlewareCallbackParams["options"],
          },
        );
  const { response, context = request } = exchange;
  const text = exchange.text ?? (await context.readText(response, context, maxResponseBytes));
  return readResponse(response, text, context, options.successCodes, parts);
}
