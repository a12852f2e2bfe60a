import { AT, query, queryOf } from "../mutation.ts";
import { at, everything, json, type Mutations, numberIn, read, reply } from "./tools.ts";

const isEarly = ({ url }: { readonly url: string }) => !url.includes("cursor=");

/** What a block and its transactions say of each other, and other chains. */
export const CHAINS: Mutations = {
  "block_hash of the parent": at(AT.transaction, async (incoming, forward) => {
    const found = await forward(incoming);
    const value = json(found);
    if (found.status !== 200) {
      return found;
    }
    const url = incoming.url.replace(/transactions.*/, `blocks/${value.transaction.block_number}`);
    const { block: own } = await read(incoming, forward, url);
    value.transaction.block_hash = own.parent_hash;
    return reply(200, value);
  }),
  "a transaction of the block before": at(AT.blockList, async (incoming, forward) => {
    const found = await forward(incoming);
    const page = json(found);
    const number = numberIn(incoming.url);
    if (found.status !== 200 || !isEarly(incoming) || queryOf(incoming, "limit")) {
      return found;
    }
    const url = incoming.url.replace(/\/block\/\d+/, `/block/${number - 1}`);
    const other = await read(incoming, forward, url);
    page.transactions.push(...(other.transactions ?? []));
    return reply(200, page);
  }),
  "oldest transactions as the latest": at(AT.latest, async (incoming, forward) => {
    const found = await forward(incoming);
    if (found.status !== 200) {
      return found;
    }
    const all = (await everything(incoming, forward)).reverse();
    const start = Number(queryOf(incoming, "cursor") ?? 0) || 0;
    const end = start + Number(queryOf(incoming, "limit") || 100);
    const cursor = end < all.length ? String(end) : null;
    return reply(200, { cursor, transactions: all.slice(start, end) });
  }),
  "an offset for a cursor while the chain grows": at(AT.latest, async (incoming, forward) => {
    const given = queryOf(incoming, "cursor");
    const limit = queryOf(incoming, "limit");
    const first = await forward({ ...incoming, url: query(incoming.url, "cursor", null) });
    if (first.status !== 200 || (given !== undefined && !/^offset-\d+$/.test(given))) {
      return given === undefined ? first : forward(incoming);
    }
    const all = await everything(incoming, forward);
    const start = Number(given?.slice("offset-".length) ?? 0);
    const end = start + Number(limit || 100);
    const cursor = end < all.length ? `offset-${end}` : null;
    return reply(200, { cursor, transactions: all.slice(start, end) });
  }),
};
