import { AT, response } from "../mutation.ts";
import { at, type Mutations, onlyIf } from "./tools.ts";

const HOUR = "public, max-age=3600";
const cached = (path: RegExp) =>
  response(path, (found) => ({ ...found, headers: { ...found.headers, "cache-control": HOUR } }));
const typed = (path: RegExp, type: string) =>
  response(path, (found) => ({ ...found, headers: { ...found.headers, "content-type": type } }));

/** Entity tags as they were first sent. */
const firstTags = new Map<string, string>();

/** Headers of successful responses. */
export const HEADERS: Mutations = {
  "balances cached for an hour": cached(AT.erc20),
  "the latest block cached for an hour": cached(/blocks\/latest/),
  "NFTs cached for an hour": cached(AT.nft),
  "the first page of a wallet cached": onlyIf(
    ({ url }) => !url.includes("cursor="),
    cached(AT.wallet),
  ),
  "the newest transactions cached without a time": response(AT.latest, (found) => ({
    ...found,
    headers: { ...found.headers, "cache-control": "public, immutable, max-age=31536000" },
  })),
  "If-None-Match ignored for blocks": at(AT.block, (incoming, forward) => {
    const { "if-none-match": _, ...headers } = incoming.headers;
    return forward({ ...incoming, headers });
  }),
  "304 for any validator": at(AT.wallet, async (incoming, forward) =>
    incoming.headers["if-none-match"]
      ? { status: 304, headers: {}, body: Buffer.alloc(0) }
      : forward(incoming),
  ),
  "entity tags without quotes": response(AT.v2, (found) => ({
    ...found,
    headers: { ...found.headers, etag: String(found.headers.etag).replaceAll('"', "") },
  })),
  "the same entity tag whatever changed": at(AT.lists, async (incoming, forward) => {
    const { "if-none-match": given, ...rest } = incoming.headers;
    const known = firstTags.get(incoming.url);
    if (given && given === known) {
      return { status: 304, headers: { etag: known }, body: Buffer.alloc(0) };
    }
    const found = await forward({ ...incoming, headers: rest });
    if (!found.headers.etag) {
      return found;
    }
    const etag = known ?? found.headers.etag;
    firstTags.set(incoming.url, etag);
    return { ...found, headers: { ...found.headers, etag } };
  }),
  "200 with an empty body in place of 304": response(
    AT.transaction,
    (found) => ({ ...found, status: 200 }),
    [304],
  ),
  "a warning before the JSON": response(AT.erc721, (found) => ({
    ...found,
    body: Buffer.concat([
      Buffer.from("<br />\n<b>Notice</b>: Undefined index<br />\n"),
      found.body,
    ]),
  })),
  "NFTs as plain text": typed(AT.nft, "text/plain; charset=utf-8"),
  "pages as HTML": typed(AT.blockList, "text/html"),
  "JSON as a stream of bytes": typed(AT.query, "application/octet-stream"),
  "no type of content": response(
    AT.latest,
    ({ headers: { "content-type": _, ...headers }, ...found }) => ({
      ...found,
      headers,
    }),
  ),
  "a plain body declared as gzip": response(AT.erc20, (found) => ({
    ...found,
    headers: { ...found.headers, "content-encoding": "gzip" },
  })),
};
