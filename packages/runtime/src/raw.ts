import type { Client, Middleware } from "openapi-fetch";
import { failureBody, successBody } from "./answer.ts";
import { refuser } from "./check.ts";
import type { HttpMethod } from "./operation.ts";
import { type RequestOptions, request } from "./request.ts";
import { type AnyClientOptions, begin } from "./send.ts";

const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;

/**
 * Makes openapi-fetch's interface upon our way of sending. It takes no spec: a token that the client
 * has is always sent, and of the methods GET and HEAD alone are repeated.
 *
 * @param uses The middleware; `use` and `eject` change it, for the client's own methods too.
 */
export function createRaw<Paths extends {}>(
  options: AnyClientOptions,
  uses: Middleware[],
): Client<Paths> {
  const ask = async (
    name: string,
    path: string,
    init: RequestOptions & { signal?: AbortSignal },
  ) => {
    const { signal, ...rest } = init ?? {};
    const method = name.toUpperCase() as HttpMethod;
    const idempotent = /^(GET|HEAD)$/.test(method);
    const rule = { method, path, auth: "optional", ...(idempotent && { idempotent }) } as const;
    const sending = begin(`${method} ${path}`, rule, options, { signal });
    sending.copy = true;
    const all = [...uses, ...(rest.middleware ?? [])];
    const { response } = await request(path, rest, all, sending, refuser(sending));
    if (!response.ok) {
      return { error: failureBody(await response.text()), response };
    }
    const { parseAs = "json" } = rest;
    if (parseAs === "stream") {
      return { data: response.body, response };
    }
    if (parseAs !== "json") {
      return { data: await response[parseAs](), response };
    }
    const text = await response.text();
    return { data: text ? successBody(text, response, sending) : undefined, response };
  };
  const raw: Record<string, unknown> = {
    request: ask,
    use: (...more: Middleware[]) => uses.push(...more),
    eject: (...less: Middleware[]) =>
      uses.splice(0, uses.length, ...uses.filter((use) => !less.includes(use))),
  };
  for (const method of methods) {
    raw[method] = (path: string, init: RequestOptions) => ask(method, path, init);
  }
  return raw as unknown as Client<Paths>;
}
