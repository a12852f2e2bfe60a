import type { AreaTypes, Coverage } from "@chainkit/client";
import type { Command } from "../commands.ts";
import type { Settings } from "../settings/settings.ts";

/** A call, of which only listings have pages and a coverage of those received. */
export interface AnyCall extends Promise<unknown> {
  withResponse(): Promise<{ readonly data: unknown; readonly coverage?: Coverage | undefined }>;
  readonly coverage?: Coverage | undefined;
  pages(): AsyncIterable<Readonly<Record<string, unknown>>>;
}

/** Calls the operation of a command. */
export type Caller = (
  params: Readonly<Record<string, unknown>>,
  options?: { signal?: AbortSignal },
) => AnyCall;

/** The part of the options of all clients that a command sets. */
interface CallerOptions {
  readonly timeoutMs?: number;
  readonly retry?: false;
  readonly fetch?: (input: string | Request, init: RequestInit) => Promise<Response>;
  readonly warn?: (line: string) => void;
}

/** Creates the function that calls the operation of a command, through the client of its area. */
export async function createCaller(
  { client, id, source }: Command,
  settings: Settings["options"],
  { warn, ...options }: CallerOptions,
): Promise<Caller> {
  const all = {
    ...settings,
    ...options,
    ...(warn ? { logger: { debug() {}, info() {}, warn, error() {} } } : {}),
  };
  // Loaded late: help needs no client.
  if (source) {
    const { createClientOf } = await import("@chainkit/openapi/client");
    return createClientOf<Record<string, Caller>>(source.api, all)[id] as Caller;
  }
  const { areas } = await import("@chainkit/client");
  const { create } = areas[client as keyof AreaTypes];
  const methods = create(all as never) as unknown as Readonly<Record<string, Caller>>;
  return methods[id] as Caller;
}

const secret = /key|token|secret|passw|auth|sign/i;

/** The URL without the values of query parameters that are named like a secret. */
function shownUrl(input: string | Request): string {
  const url = new URL(input instanceof Request ? input.url : input);
  for (const name of url.searchParams.keys()) {
    if (secret.test(name)) {
      url.searchParams.set(name, "***");
    }
  }
  return url.href;
}

/** A `fetch` that logs each request and response. No header but the type of the body is shown. */
export function verboseFetch(log: (line: string) => void): NonNullable<CallerOptions["fetch"]> {
  return async (input, init) => {
    const headers = new Headers(init.headers);
    log(
      `> ${init.method} ${shownUrl(input)}${headers.has("authorization") ? " (with token)" : ""}`,
    );
    const start = performance.now();
    const response = await fetch(input, init);
    const id = response.headers.get("x-request-id");
    const took = Math.round(performance.now() - start);
    log(`< ${response.status} ${response.statusText} in ${took} ms${id ? ` (request ${id})` : ""}`);
    return response;
  };
}

/** A response that is not what the contract promises. */
class ResponseError extends Error {
  override readonly name = "ResponseError";
  readonly kind = "decode";
}

/** The records of a page, or of a list that has no pages, and the cursor of the next page. */
export function readPage(
  { id, pagination }: Command,
  page: unknown,
): { records: unknown[]; cursor: string | undefined } {
  const { itemsField = "", cursorField = "" } = pagination ?? {};
  const { [itemsField]: records = page, [cursorField]: cursor } = Object(page);
  if (!Array.isArray(records)) {
    throw new ResponseError(`${id}: page has no array ${itemsField}`);
  }
  return { records, cursor: cursor == null || cursor === "" ? undefined : String(cursor) };
}
