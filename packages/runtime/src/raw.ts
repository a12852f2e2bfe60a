import createFetchClient, {
  type Client,
  type ClientOptions,
  type HeadersOptions,
} from "openapi-fetch";
import { readText } from "./body.ts";
import { type Core, core } from "./inspect.ts";
import type { HttpMethod } from "./operation.ts";
import { listHeaders, readInit, redirectMode } from "./request.ts";
import type { RequestContext } from "./send.ts";
import { authorizeWith } from "./tokens.ts";

export type { Client, ClientMethod, FetchResponse } from "openapi-fetch";

/** Options of openapi-fetch, but for those that the client has already. */
export type RawOptions = Omit<ClientOptions, "baseUrl" | "fetch">;

/**
 * Creates an openapi-fetch client that sends through the pipeline of another client: its token,
 * retries, timeouts and log. Users call the `raw` of an area, which knows its types.
 *
 * The spec is not consulted: the token is sent with every request to the client's own origin, and
 * only GET and HEAD are retried on more than a 429.
 *
 * @throws TypeError if the client was not created by the factory of an area.
 */
export function createRaw<Paths extends {}>(client: object, own: RawOptions = {}): Client<Paths> {
  const { [core]: found } = client as { [core]?: Core };
  if (!found) {
    throw new TypeError("raw: not a client created by the factory of an area");
  }
  const { settings, send } = found;
  const { baseUrl, token, middleware = [], headers } = settings;
  const raw = createFetchClient<Paths>({
    ...own,
    baseUrl,
    // With those that are null, which leave out a header of openapi-fetch itself.
    headers: Object.fromEntries(listHeaders(headers, own.headers)) as HeadersOptions,
    fetch: async (request) => {
      const { method, url, signal } = request;
      const { origin, pathname } = new URL(url);
      const isRead = method === "GET" || method === "HEAD";
      const isOwn = origin === new URL(baseUrl, url).origin;
      const context: RequestContext = {
        operation: `${method} ${pathname}`,
        method,
        url,
        attempts: 0,
        readText,
        options: { ...settings, signal },
        rule: { method: method as HttpMethod, path: pathname, ...(isRead && { idempotent: true }) },
        authorize: isOwn && token !== undefined ? authorizeWith(token) : undefined,
      };
      const init = await readInit(request, redirectOf(request, context.authorize !== undefined));
      return (await send(request, init, context)).response;
    },
  });
  raw.use(...middleware);
  return raw;
}

/** Headers that openapi-fetch itself sets. */
const COMMON_HEADERS = ["accept", "content-type"];

function redirectOf(
  { method, headers, redirect }: Request,
  hasToken: boolean,
): Request["redirect"] {
  const hasOwnHeaders = [...headers.keys()].some((name) => !COMMON_HEADERS.includes(name));
  return redirect === "follow" ? redirectMode(method, hasOwnHeaders || hasToken) : redirect;
}
