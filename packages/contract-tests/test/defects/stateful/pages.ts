import { AT, body, query, queryOf, recount } from "../mutation.ts";
import type { Mutation } from "../proxy.ts";
import { everything, type Mutations, read } from "./tools.ts";

const isLater = ({ url }: { readonly url: string }) => url.includes("cursor=");

/** Adds the first record of the page after this one, and leaves it there as well. */
const oneMore = (path: RegExp, field: string): Mutation =>
  body(path, async (page, incoming, forward) => {
    if (page.cursor) {
      const next = await read(incoming, forward, query(incoming.url, "cursor", page.cursor));
      page[field].push(next[field][0]);
      recount(page);
    }
  });

/** Limits, counts, cursors and filters against what is stated of them. */
export const PAGES: Mutations = {
  "one record more than asked for": oneMore(AT.latest, "transactions"),
  "one balance more than asked for": oneMore(AT.erc20, "erc20TokenBalances"),
  "everything without a limit": body(AT.latest, async (page, incoming, forward) =>
    queryOf(incoming, "limit") || isLater(incoming)
      ? page
      : { cursor: null, transactions: await everything(incoming, forward) },
  ),
  "the last page leads to the first one": body(AT.erc20, async (page, incoming, forward) => {
    if (!page.cursor && isLater(incoming)) {
      const first = await read(incoming, forward, query(incoming.url, "cursor", null));
      page.cursor = first.cursor;
    }
  }),
  "pages begin with the last record of the one before": body(
    AT.erc20,
    async (page, incoming, forward) => {
      if (queryOf(incoming, "cursor")) {
        const first = await read(incoming, forward, query(incoming.url, "cursor", null));
        page.erc20TokenBalances.unshift(first.erc20TokenBalances.at(-1));
        page.erc20TokenBalances.splice(Number(queryOf(incoming, "limit") ?? 100));
        recount(page);
      }
    },
  ),
};
