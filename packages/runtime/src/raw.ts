import createFetchClient, { type Client, type ClientOptions } from "openapi-fetch";
import { type Core, core } from "./inspect.ts";
import type { HttpMethod } from "./operation.ts";
import { redirectMode } from "./request.ts";
import { type RequestContext, tokens } from "./send.ts";

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
    headers: { ...headers, ...own.headers },
    fetch: async (request) => {
      const { method, url, signal, headers: all } = request;
      const { origin, pathname } = new URL(url);
      const isRead = /^(GET|HEAD)$/.test(method);
      const isOwn = origin === new URL(baseUrl, url).origin;
      const context: RequestContext = {
        ...{ operation: `${method} ${pathname}`, method, url, attempts: 0 },
        options: { ...settings, ...tokens, signal },
        rule: { method: method as HttpMethod, path: pathname, ...(isRead && { idempotent: true }) },
        token: isOwn ? token : undefined,
      };
      const hasOwn = [...all.keys()].some((name) => !/^(accept|content-type)$/.test(name));
      const redirect =
        request.redirect === "follow"
          ? redirectMode(method, hasOwn || context.token !== undefined)
          : request.redirect;
      return (await send(request, { headers: all, redirect }, context)).response;
    },
  });
  raw.use(...middleware);
  return raw;
}
