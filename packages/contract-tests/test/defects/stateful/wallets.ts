import { AT, type Body, body, queryOf, recount } from "../mutation.ts";
import type { Mutation } from "../proxy.ts";
import { asking, at, type Mutations } from "./tools.ts";

const walletOf = (url: string) => /\/address\/(0x[0-9a-fA-F]+)/.exec(url)?.[1]?.toLowerCase();

/** A record of another wallet, as it was last seen. */
const seen = new Map<string, Body>();
const stranger = (field: string): Mutation =>
  body(AT.lists, (page, incoming) => {
    const wallet = walletOf(incoming.url);
    if (!wallet || !page[field]?.length) {
      return;
    }
    const other = [...seen].find(([key]) => key.startsWith(field) && !key.endsWith(wallet))?.[1];
    seen.set(`${field}${wallet}`, page[field][0]);
    if (other && !page.cursor && page[field].length < Number(queryOf(incoming, "limit") || 100)) {
      page[field].push(other);
    }
    recount(page);
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
      return forward(asking(incoming, "cursor", "expired"));
    }
    used.add(key);
    return forward(incoming);
  }),
};
