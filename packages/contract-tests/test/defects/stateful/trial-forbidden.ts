import { gzipSync } from "node:zlib";
import { AT, queryOf, request, response } from "../mutation.ts";
import { behindLatest, type Mutations, onlyIf, read, withHeaders } from "./tools.ts";

/** What the contract states outright. */
export const STATED_BY_TRIAL: Mutations = {
  "a block number `latest` is taken": onlyIf(
    ({ url }) => /\/v1\/block\/latest\//.test(url),
    async (incoming, forward) => {
      const [chain = ""] = /^\/\w+/.exec(incoming.url) ?? [];
      const { block } = await read(incoming, forward, `/v2${chain}/blocks/latest`);
      return forward({ ...incoming, url: incoming.url.replace("latest", block.number) });
    },
  ),
};

/** What a careful reading forbids. */
export const IMPLIED_BY_TRIAL: Mutations = {
  "the head is stale by one": behindLatest(() => 1),
  "gzip unasked": response(/./, (found) => ({
    ...withHeaders(found, { "content-encoding": "gzip" }),
    body: gzipSync(found.body),
  })),
  "broken gzip": async (incoming, forward) => {
    const found = await forward(incoming);
    const isTaken = /\bgzip\b/.test(String(incoming.headers["accept-encoding"]));
    const body = gzipSync(found.body).subarray(0, -9);
    return isTaken && found.body.length > 0
      ? { ...withHeaders(found, { "content-encoding": "gzip" }), body }
      : found;
  },
  "a token in the query": request(AT.management, ({ url, headers }) => {
    const token = queryOf({ url, headers, method: "", body: Buffer.alloc(0) }, "access_token");
    return token === undefined ? {} : { headers: { ...headers, authorization: `Bearer ${token}` } };
  }),
};
