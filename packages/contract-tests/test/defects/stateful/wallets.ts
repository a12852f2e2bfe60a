import { AT, type Body, query, queryOf } from "../mutation.ts";
import type { Mutation } from "../proxy.ts";
import { at, json, type Mutations, reply } from "./tools.ts";

const walletOf = (url: string) => /\/address\/(0x[0-9a-fA-F]+)/.exec(url)?.[1]?.toLowerCase();

/** A record of another wallet, as it was last seen. */
const seen = new Map<string, Body>();
const stranger = (field: string): Mutation =>
  at(AT.lists, async (incoming, forward) => {
    const found = await forward(incoming);
    const page = json(found);
    const wallet = walletOf(incoming.url);
    if (found.status !== 200 || !wallet || !page[field]?.length) {
      return found;
    }
    const other = [...seen].find(([key]) => key.startsWith(field) && !key.endsWith(wallet))?.[1];
    seen.set(`${field}${wallet}`, page[field][0]);
    if (other && !page.cursor && page[field].length < Number(queryOf(incoming, "limit") || 100)) {
      page[field].push(other);
    }
    if ("resultCount" in page) {
      page.resultCount = page[field].length;
    }
    return reply(200, page);
  });

/** Cursors that were used. */
const used = new Set<string>();

/** What wallets, tokens and their listings say of each other. */
export const WALLETS: Mutations = {
  "a transaction of another wallet": stranger("transactions"),
  "a token of another wallet": stranger("erc721TokenBalances"),
  "a balance of another wallet": stranger("erc20TokenBalances"),
  "cursors that work once": at(AT.lists, async (incoming, forward) => {
    const cursor = queryOf(incoming, "cursor");
    const key = `${incoming.headers.host} ${incoming.url}`;
    if (cursor && used.has(key)) {
      return forward({ ...incoming, url: query(incoming.url, "cursor", "expired") });
    }
    used.add(key);
    return forward(incoming);
  }),
};
