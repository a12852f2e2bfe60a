import { AT, body, pages, query, queryOf, request } from "../mutation.ts";
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
  "the limit forgotten from the second page on": request(AT.wallet, ({ url }) => ({
    url: isLater({ url }) ? query(url, "limit", null) : url,
  })),
  "a default of twenty": at(AT.latest, (incoming, forward) =>
    forward(
      queryOf(incoming, "limit") === undefined
        ? { ...incoming, url: query(incoming.url, "limit", "20") }
        : incoming,
    ),
  ),
  "everything without a limit": at(AT.latest, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 200 && !queryOf(incoming, "limit") && !isLater(incoming)
      ? reply(200, { cursor: null, transactions: await everything(incoming, forward) })
      : found;
  }),
  "a default of five balances": at(AT.erc20, (incoming, forward) =>
    forward(
      queryOf(incoming, "limit") === undefined
        ? { ...incoming, url: query(incoming.url, "limit", "5") }
        : incoming,
    ),
  ),
  "resultCount is the limit": body(AT.erc20, (page, incoming) => {
    page.resultCount = Number(queryOf(incoming, "limit")) || 100;
  }),
  "resultCount goes on counting from page to page": body(AT.erc721, (page, incoming) => {
    page.resultCount += isLater(incoming) ? Number(queryOf(incoming, "limit") ?? 100) : 0;
  }),
  "resultCount leaves out the last page": body(AT.erc20, (page) => {
    page.resultCount -= page.cursor === null && page.resultCount > 0 ? 1 : 0;
  }),
  "resultCount is one where a contract is given": body(AT.erc20, (page, incoming) => {
    page.resultCount = queryOf(incoming, "contract-address") ? 1 : page.resultCount;
  }),
  "an empty cursor on the last page": body(AT.wallet, (page) => {
    page.cursor ??= "";
  }),
  "the cursor of a page leads to it again": body(AT.latest, (page, incoming) => {
    page.cursor &&= queryOf(incoming, "cursor") ?? page.cursor;
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
  "the last page again and again": at(AT.wallet, async (incoming, forward) => {
    const found = await forward(incoming);
    const page = json(found);
    return found.status === 200 && isLater(incoming) && !page.cursor
      ? reply(200, { ...page, cursor: queryOf(incoming, "cursor") })
      : found;
  }),
  "no page after the second one": body(AT.latest, (page, incoming) => {
    page.cursor = isLater(incoming) ? null : page.cursor;
  }),
  "no page after the first one of NFTs": body(AT.erc721, (page) => {
    page.cursor = null;
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
  "later pages begin one record too late": pages(AT.latest, (items, incoming) =>
    isLater(incoming) ? items.slice(1) : items,
  ),
  "later pages of a wallet end one record too early": pages(AT.wallet, (items, incoming) =>
    isLater(incoming) && items.length > 1 ? items.slice(0, -1) : items,
  ),
  "pages of one record skip each other one": pages(AT.blockList, (items, incoming) =>
    queryOf(incoming, "limit") === "1" && isLater(incoming) ? [] : items,
  ),
  "the cursor works for the limit of a hundred only": at(AT.wallet, (incoming, forward) =>
    forward({
      ...incoming,
      url: isLater(incoming) ? query(incoming.url, "limit", "100") : incoming.url,
    }),
  ),
};
