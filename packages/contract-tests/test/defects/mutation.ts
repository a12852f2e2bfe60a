import { STATUS_CODES } from "node:http";
import { isDeepStrictEqual } from "node:util";
import type { Forward, Mutation, ProxyRequest, ProxyResponse } from "./proxy.ts";

/** A body of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: mutations reach into bodies of every shape, on purpose
export type Body = any;

/** Which requests a mutation is about. */
export const AT = {
  transaction: /^\/v2\/\w+\/transactions\//,
  block: /^\/v2\/\w+\/blocks\//,
  nft: /^\/v2\/\w+\/collections\//,
  v2: /^\/v2\//,
  erc20: /\/balance\/erc20/,
  erc721: /\/balance\/erc721/,
  balances: /\/balance\//,
  wallet: /^\/\w+\/v1\/address\/\w+\/transactions/,
  blockList: /^\/\w+\/v1\/block\/\w+\/transactions/,
  latest: /^\/\w+\/v1\/transactions/,
  lists: /^\/\w+\/v1\//,
  transactions: /^\/\w+\/v1\/.*transactions/,
  create: /\/create-tag/,
  remove: /\/delete-tag/,
  query: /\/query-tag/,
  removal: /\/remove-subgraph/,
  management: /^\/public_api\//,
} as const;

/** A response with a JSON body. */
export function reply(status: number, value: unknown, type = "application/json"): ProxyResponse {
  const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
  const headers = { "content-type": type, ...challenge };
  return { status, headers, body: Buffer.from(JSON.stringify(value)) };
}

/** Problem details. */
export const problem = (status: number, more: object = {}): ProxyResponse =>
  reply(
    status,
    { type: "about:blank", title: STATUS_CODES[status], status, ...more },
    "application/problem+json",
  );

/** The envelope of management. */
export const envelope = (status: number, data: unknown = {}): ProxyResponse =>
  reply(status, { code: status === 200 ? 0 : status, data, msg: "" });

/** JSON of a response or request; undefined if it is none. */
export function json({ body }: { readonly body: Buffer }): Body {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Changes responses with a status, on their way back. */
export function response(
  at: RegExp,
  change: (
    response: ProxyResponse,
    request: ProxyRequest,
    forward: Forward,
  ) => ProxyResponse | Promise<ProxyResponse>,
  statuses: readonly number[] = [200],
): Mutation {
  return async (incoming, forward) => {
    const found = await forward(incoming);
    return at.test(incoming.url) && statuses.includes(found.status)
      ? change(found, incoming, forward)
      : found;
  };
}

/** Changes JSON bodies in place, or by returning another one; it may read others of the service. */
export function body(
  at: RegExp,
  change: (body: Body, request: ProxyRequest, forward: Forward) => unknown,
  statuses?: readonly number[],
): Mutation {
  return response(
    at,
    async (found, incoming, forward) => {
      const value: Body = JSON.parse(found.body.toString());
      const other = await change(value, incoming, forward);
      const text = JSON.stringify(other === undefined ? value : other);
      // An entity tag of the content as it was would be a defect of its own.
      const { etag: _, ...headers } = found.headers;
      return { ...found, headers, body: Buffer.from(text) };
    },
    statuses,
  );
}

/** Changes every record of the pages of a listing. */
export function records(at: RegExp, change: (record: Body) => void): Mutation {
  return body(at, (page) => {
    for (const record of itemsOf(page)) {
      change(record);
    }
  });
}

/** Puts other items into the pages of a listing, their count included. */
export function pages(
  at: RegExp,
  change: (items: Body[], request: ProxyRequest) => Body[],
): Mutation {
  return body(at, (page, incoming) => {
    const field = fieldOf(page);
    page[field] = change(page[field], incoming);
    recount(page);
  });
}

/** States the number of items of a page, where it states one. */
export function recount(page: Body): void {
  if ("resultCount" in page) {
    page.resultCount = itemsOf(page).length;
  }
}

/** Changes requests before the service sees them. */
export function request(
  at: RegExp,
  change: (request: ProxyRequest) => Partial<ProxyRequest>,
): Mutation {
  return (incoming, forward) =>
    forward(at.test(incoming.url) ? { ...incoming, ...change(incoming) } : incoming);
}

/** Does several things at once. */
export function all(...mutations: readonly Mutation[]): Mutation {
  return mutations.reduce(
    (inner, outer) => (incoming, forward) => outer(incoming, (changed) => inner(changed, forward)),
  );
}

/** Calls back when a mutation has changed a request or its response. */
export function watched(mutation: Mutation, onChange: () => void): Mutation {
  return async (incoming, forward) => {
    let original: ProxyResponse | undefined;
    const found = await mutation(incoming, async (changed) => {
      if (changed !== incoming) {
        onChange();
      }
      original = await forward(changed);
      return original;
    });
    if (!isDeepStrictEqual(withoutTag(found), withoutTag(original))) {
      onChange();
    }
    return found;
  };
}

/** What changes bodies takes the entity tag away, also where nothing is to be changed. */
function withoutTag(response: ProxyResponse | undefined) {
  return response && { ...response, headers: { ...response.headers, etag: undefined } };
}

/** A query parameter changed; null takes it away. */
export function query(url: string, name: string, value: string | null): string {
  const [path = "", search = ""] = url.split("?");
  const params = new URLSearchParams(search);
  if (value === null) {
    params.delete(name);
  } else {
    params.set(name, value);
  }
  return params.size > 0 ? `${path}?${params}` : path;
}

/** A query parameter of a request; undefined if there is none. */
export function queryOf({ url }: ProxyRequest, name: string): string | undefined {
  return new URLSearchParams(url.split("?")[1] ?? "").get(name) ?? undefined;
}

/** The field of a page with its items. */
export function fieldOf(page: Body): string {
  return Object.keys(page).find((name) => Array.isArray(page[name])) ?? "transactions";
}

function itemsOf(page: Body): Body[] {
  return page[fieldOf(page)] ?? [];
}
