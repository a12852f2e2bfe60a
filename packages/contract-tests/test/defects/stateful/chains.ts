import { AT, body, queryOf } from "../mutation.ts";
import { everything, type Mutations, numberIn, offsets, read } from "./tools.ts";

const isEarly = ({ url }: { readonly url: string }) => !url.includes("cursor=");

/** What a block and its transactions say of each other, and other chains. */
export const CHAINS: Mutations = {
  "block_hash of the parent": body(AT.transaction, async ({ transaction }, incoming, forward) => {
    const url = incoming.url.replace(/transactions.*/, `blocks/${transaction.block_number}`);
    const { block } = await read(incoming, forward, url);
    transaction.block_hash = block.parent_hash;
  }),
  "a transaction of the block before": body(AT.blockList, async (page, incoming, forward) => {
    if (isEarly(incoming) && !queryOf(incoming, "limit")) {
      const before = `/block/${numberIn(incoming.url) - 1}`;
      const other = await read(incoming, forward, incoming.url.replace(/\/block\/\d+/, before));
      page.transactions.push(...(other.transactions ?? []));
    }
  }),
  "oldest transactions as the latest": body(AT.latest, async (_, incoming, forward) => {
    const all = (await everything(incoming, forward)).reverse();
    const start = Number(queryOf(incoming, "cursor") ?? 0) || 0;
    const end = start + Number(queryOf(incoming, "limit") || 100);
    const cursor = end < all.length ? String(end) : null;
    return { cursor, transactions: all.slice(start, end) };
  }),
  "an offset for a cursor while the chain grows": offsets("offset-"),
};
