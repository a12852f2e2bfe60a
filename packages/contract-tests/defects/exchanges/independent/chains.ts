import { AT, type Body, pages, query, queryOf, records, request } from "../mutation.ts";
import {
  at,
  everything,
  json,
  laterRecords,
  type Mutations,
  numberIn,
  onlyIf,
  read,
  reply,
  transaction,
} from "./tools.ts";

const ofBlock = (found: Body, number: number) => found.block_number === number;
const isEarly = ({ url }: { readonly url: string }) => !url.includes("cursor=");

/** What a block and its transactions say of each other, and other chains. */
export const CHAINS: Mutations = {
  "all chains of v2 are the same": request(AT.v2, ({ url }) => ({
    url: url.replace(/^\/v2\/(polygon|bsc|base|arbitrum|avalanche|apechain)\//, "/v2/ethereum/"),
  })),
  "other chains list the transactions of the first": request(AT.lists, ({ url }) => ({
    url: url.replace(/^\/(polygon|bsc)\//, "/ethereum/"),
  })),
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
  "block_number one higher behind the first of a block": transaction((record) => {
    record.block_number += record.transaction_index > 0 ? 1 : 0;
  }),
  "block_timestamp is when it was asked for": transaction((record) => {
    record.block_timestamp = new Date().toISOString().replace(/\.\d+/, "");
  }),
  "block_timestamp a second late in a wallet": records(AT.wallet, (record) => {
    const late = new Date(Date.parse(record.block_timestamp) + 1000).toISOString();
    record.block_timestamp = late.replace(/\.\d+/, "");
  }),
  "block_timestamp of local time declared as UTC": laterRecords(AT.latest, (record) => {
    const local = new Date(Date.parse(record.block_timestamp) + 7_200_000).toISOString();
    record.block_timestamp = local.replace(/\.\d+/, "");
  }),
  "the first transaction of each block": pages(AT.blockList, (items) => items.slice(0, 1)),
  "no legacy transactions in a block": pages(AT.blockList, (items) =>
    items.filter((record) => record.transaction_type > 0),
  ),
  "no transactions without value in a block": pages(AT.blockList, (items) =>
    items.filter((record) => record.value !== "0"),
  ),
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
  "no transactions behind the first of a block among the latest": pages(AT.latest, (items) =>
    items.filter((record) => record.transaction_index === 0),
  ),
  "every tenth block left out of the latest": pages(AT.latest, (items) =>
    items.filter((record) => record.block_number % 10 !== 0),
  ),
  "the newest five blocks left out of the latest": at(AT.latest, async (incoming, forward) => {
    const found = await forward(incoming);
    const page = json(found);
    if (found.status !== 200 || !isEarly(incoming)) {
      return found;
    }
    const head = Math.max(0, ...page.transactions.map((record: Body) => record.block_number));
    const isOld = (record: Body) => record.block_number <= head - 5;
    return reply(200, { ...page, transactions: page.transactions.filter(isOld) });
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
  "blocks that no longer are among the latest are not found": onlyIf(
    ({ url }) => numberIn(url) < 20 && AT.block.test(url),
    async () =>
      reply(404, { type: "about:blank", title: "Pruned", status: 404 }, "application/problem+json"),
  ),
  "a page of another block for the second page": at(AT.blockList, async (incoming, forward) => {
    const found = await forward(incoming);
    const page = json(found);
    if (found.status === 200 && !isEarly(incoming)) {
      page.transactions = page.transactions.map((record: Body) => ({
        ...record,
        block_number: record.block_number + (ofBlock(record, numberIn(incoming.url)) ? 1 : 0),
      }));
      return reply(200, page);
    }
    return found;
  }),
};
