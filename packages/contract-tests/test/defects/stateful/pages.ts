import { AT, query, queryOf } from "../mutation.ts";
import type { Mutation } from "../proxy.ts";
import { at, everything, json, type Mutations, read, reply } from "./tools.ts";

const isLater = ({ url }: { readonly url: string }) => url.includes("cursor=");

/** Adds the first record of the page after this one, and leaves it there as well. */
const oneMore = (path: RegExp, field: string): Mutation =>
  at(path, async (incoming, forward) => {
    const found = await forward(incoming);
    const page = json(found);
    if (found.status !== 200 || !page.cursor) {
      return found;
    }
    const next = await read(incoming, forward, query(incoming.url, "cursor", page.cursor));
    page[field].push(next[field][0]);
    if ("resultCount" in page) {
      page.resultCount = page[field].length;
    }
    return reply(200, page);
  });

/** Limits, counts, cursors and filters against what is stated of them. */
export const PAGES: Mutations = {
  "one record more than asked for": oneMore(AT.latest, "transactions"),
  "one balance more than asked for": oneMore(AT.erc20, "erc20TokenBalances"),
  "everything without a limit": at(AT.latest, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 200 && !queryOf(incoming, "limit") && !isLater(incoming)
      ? reply(200, { cursor: null, transactions: await everything(incoming, forward) })
      : found;
  }),
  "the last page leads to the first one": at(AT.erc20, async (incoming, forward) => {
    const found = await forward(incoming);
    const page = json(found);
    if (found.status !== 200 || page.cursor || !isLater(incoming)) {
      return found;
    }
    const first = await read(incoming, forward, query(incoming.url, "cursor", null));
    return reply(200, { ...page, cursor: first.cursor });
  }),
  "pages begin with the last record of the one before": at(AT.erc20, async (incoming, forward) => {
    const found = await forward(incoming);
    const cursor = queryOf(incoming, "cursor");
    if (found.status !== 200 || !cursor) {
      return found;
    }
    const page = json(found);
    const first = await read(incoming, forward, query(incoming.url, "cursor", null));
    page.erc20TokenBalances.unshift(first.erc20TokenBalances.at(-1));
    page.erc20TokenBalances.splice(Number(queryOf(incoming, "limit") ?? 100));
    return reply(200, { ...page, resultCount: page.erc20TokenBalances.length });
  }),
};
