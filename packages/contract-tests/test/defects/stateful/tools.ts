import { AT, type Body, body, json, query, queryOf, reply } from "../mutation.ts";
import type { Forward, Mutation, ProxyRequest, ProxyResponse } from "../proxy.ts";

/** Mutations by what is wrong. */
export type Mutations = Readonly<Record<string, Mutation>>;

/** Changes the NFT of a lookup. */
export const nft = (change: (nft: Body) => void): Mutation =>
  body(AT.nft, (value) => change(value.nft));

/** Limits a mutation to some requests. */
export function onlyIf(applies: (incoming: ProxyRequest) => boolean, mutation: Mutation): Mutation {
  return (incoming, forward) =>
    applies(incoming) ? mutation(incoming, forward) : forward(incoming);
}

/** Looks at requests of a path only. */
export const at = (path: RegExp, mutation: Mutation): Mutation =>
  onlyIf(({ url }) => path.test(url), mutation);

/** Reads another path of the service. */
export async function read(incoming: ProxyRequest, forward: Forward, url: string): Promise<Body> {
  return json(await forward({ ...incoming, url, method: "GET", body: Buffer.alloc(0) }));
}

/** Calls another management operation with the token of a request. */
export async function call(
  incoming: ProxyRequest,
  forward: Forward,
  path: string,
  value: unknown,
): Promise<Body> {
  const url = incoming.url.replace(/(\/public_api\/v1\/[^/]+\/).*/, `$1${path}`);
  return json(await forward({ ...incoming, url, body: Buffer.from(JSON.stringify(value)) }));
}

/** Adds headers to a request or a response. */
export const withHeaders = <Message extends { readonly headers: object }>(
  message: Message,
  headers: Readonly<Record<string, string | undefined>>,
): Message => ({ ...message, headers: { ...message.headers, ...headers } });

/** Responds to some requests by itself: to every so manieth one of a path. */
export function nowAndThen(path: RegExp, every: number, refusal: () => ProxyResponse): Mutation {
  let served = 0;
  return at(path, async (incoming, forward) => {
    served += 1;
    return served % every === 0 ? refusal() : forward(incoming);
  });
}

/** Refuses each request of a path once. */
export function refusedOnce(path: RegExp, refusal: () => ProxyResponse): Mutation {
  const refused = new Set<string>();
  return at(path, async (incoming, forward) => {
    const key = `${incoming.url} ${incoming.body}`;
    const isKnown = refused.has(key);
    refused.add(key);
    return isKnown ? forward(incoming) : withHeaders(refusal(), { "retry-after": "0" });
  });
}

/** Has another block for the latest one: so many before it, each time. */
export const behindLatest = (blocks: () => number): Mutation =>
  at(/blocks\/latest/, async (incoming, forward) => {
    const found = await forward(incoming);
    const { number } = json(found)?.block ?? {};
    const url = incoming.url.replace("latest", String(number - blocks()));
    return number === undefined ? found : forward({ ...incoming, url });
  });

/** Asks with another value of the query. */
export const asking = (
  incoming: ProxyRequest,
  name: string,
  value: string | null,
): ProxyRequest => ({ ...incoming, url: query(incoming.url, name, value) });

/** Sends a request with another body. */
export const withBody = (incoming: ProxyRequest, value: unknown): ProxyRequest => ({
  ...incoming,
  body: Buffer.from(JSON.stringify(value)),
});

/** All records of a listing, from as many pages as it has, up to five hundred records. */
export async function everything(incoming: ProxyRequest, forward: Forward): Promise<Body[]> {
  const found: Body[] = [];
  let cursor: string | null = null;
  do {
    const page: Body = await read(
      incoming,
      forward,
      query(query(incoming.url, "limit", "100"), "cursor", cursor),
    );
    if (!page || typeof page.status === "number") {
      break;
    }
    found.push(...(Object.values(page).find(Array.isArray) ?? []));
    cursor = page.cursor ?? null;
  } while (cursor && found.length < 500);
  return found;
}

/** Pages through the latest transactions by offsets, which move while the chain grows. */
export const offsets = (before: string): Mutation =>
  at(AT.latest, async (incoming, forward) => {
    const cursor = queryOf(incoming, "cursor");
    const first = await forward(asking(incoming, "cursor", null));
    if (cursor && !cursor.startsWith(before)) {
      return forward(incoming);
    }
    if (first.status !== 200) {
      return first;
    }
    const all = await everything(incoming, forward);
    const start = Number(cursor?.slice(before.length) || 0);
    const end = start + Number(queryOf(incoming, "limit") || 100);
    const next = end < all.length ? `${before}${end}` : null;
    return reply(200, { cursor: next, transactions: all.slice(start, end) });
  });

/** A number from a path, such as that of a block. */
export const numberIn = (url: string): number => Number(/\/blocks?\/(\d+)/.exec(url)?.[1]);

/** Subgraph and version of a body. */
export const versionOf = (fields: Body) =>
  `${fields?.subgraph_name ?? fields?.name} ${fields?.version}`;

/** Versions that the subgraphs of a dev service may have. */
export const OTHER_VERSIONS = ["1.2.0", "1.3.0", "1.0.0"];

/** Does something more after a change has succeeded. */
export const after = (
  path: RegExp,
  more: (fields: Body, call: (path: string, value: unknown) => Promise<Body>) => Promise<unknown>,
): Mutation =>
  at(path, async (incoming, forward) => {
    const found = await forward(incoming);
    if (found.status === 200) {
      await more(json(incoming), (other, value) => call(incoming, forward, other, value));
    }
    return found;
  });
