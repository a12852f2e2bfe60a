import { AT, type Body, pages, query, queryOf, records } from "../mutation.ts";
import type { Mutation } from "../proxy.ts";
import { at, hasUpperCase, json, type Mutations, nft, onlyIf, reply } from "./tools.ts";

const walletOf = (url: string) => /\/address\/(0x[0-9a-fA-F]+)/.exec(url)?.[1]?.toLowerCase();
const isFiltered = (incoming: { readonly url: string }) =>
  incoming.url.includes("contract-address");
const filtered = (mutation: Mutation) => onlyIf(isFiltered, mutation);

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

/** Keeps the transactions of a wallet that it may list. */
const kept = (keep: (record: Body, wallet: string) => boolean): Mutation =>
  pages(AT.wallet, (items, { url }) => items.filter((record) => keep(record, walletOf(url) ?? "")));

/** Cursors that were used. */
const used = new Set<string>();

/** What wallets, tokens and their listings say of each other. */
export const WALLETS: Mutations = {
  "a wallet's own transactions only": kept((record, wallet) => record.from_address === wallet),
  "received transactions only": kept((record, wallet) => record.to_address === wallet),
  "no creations in a wallet": kept((record) => record.to_address !== null),
  "no transactions without value in a wallet": kept((record) => record.value !== "0"),
  "no transfers to oneself": kept((record) => record.to_address !== record.from_address),
  "transfers to oneself twice": pages(AT.wallet, (items, incoming) =>
    items
      .flatMap((record) =>
        record.to_address === record.from_address ? [record, record] : [record],
      )
      .slice(0, Number(queryOf(incoming, "limit") || 100)),
  ),
  "no legacy transactions in a wallet": kept((record) => record.transaction_type !== 0),
  "a transaction of another wallet": stranger("transactions"),
  "a token of another wallet": stranger("erc721TokenBalances"),
  "a balance of another wallet": stranger("erc20TokenBalances"),
  "raw balances through a double": records(AT.erc20, (record) => {
    record.raw_balance = String(BigInt(Number(record.raw_balance)));
  }),
  "filtered balances are zero": filtered(
    records(AT.erc20, (record) => {
      record.raw_balance = "0";
      record.balance = "0";
    }),
  ),
  "other decimals with a filter": filtered(
    records(AT.erc20, (record) => {
      record.contract.decimals = 0;
      record.balance = record.raw_balance;
    }),
  ),
  "no name with a filter": filtered(
    records(AT.erc20, (record) => {
      record.contract.name = null;
      record.contract.symbol = null;
    }),
  ),
  "a filter finds one token of a collection": filtered(
    pages(AT.erc721, (items) => items.slice(0, 1)),
  ),
  "balances without decimals left out": pages(AT.erc20, (items) =>
    items.filter((record) => record.contract.decimals !== null),
  ),
  "name and symbol of the token before": pages(AT.erc20, (items, incoming) =>
    isFiltered(incoming)
      ? items
      : items.map((record, index) => ({
          ...record,
          contract: {
            ...record.contract,
            name: items.at(index - 1).contract.name,
            symbol: items.at(index - 1).contract.symbol,
          },
        })),
  ),
  "address of an NFT is its owner": pages(AT.erc721, (items, { url }) =>
    items.map((record) => ({ ...record, address: walletOf(url) })),
  ),
  "mintedBlockNumber one higher": records(AT.erc721, ({ metadata }) => {
    metadata.mintedBlockNumber += 1;
  }),
  "mintedTimestamp of the last transfer": records(AT.erc721, ({ metadata }) => {
    metadata.mintedTimestamp = new Date().toISOString().replace(/\.\d+/, "");
  }),
  "tokenUri cut to the width of a column": records(AT.erc721, (record) => {
    record.tokenUri &&= record.tokenUri.slice(0, 64);
  }),
  "metadata of the token before": pages(AT.erc721, (items) =>
    items.map((record, index) => ({ ...record, metadata: items.at(index - 1).metadata })),
  ),
  "tokenId of another token": records(AT.erc721, (record) => {
    record.tokenId = String(BigInt(record.tokenId) + 1_000n);
  }),
  "owner is the collection": nft((record) => {
    record.owner_address = record.token_address;
  }),
  "owner is the zero address": nft((record) => {
    record.owner_address = `0x${"0".repeat(40)}`;
  }),
  "token_address is the owner": nft((record) => {
    record.token_address = record.owner_address;
  }),
  "token_id of the next token": nft((record) => {
    record.token_id = String(BigInt(record.token_id) + 1n);
  }),
  "mint_block_number of zero": nft((record) => {
    record.mint_block_number = 0;
  }),
  "mint_block_timestamp of another day": nft((record) => {
    record.mint_block_timestamp = "2015-07-30T15:26:13Z";
  }),
  "another owner for upper case": onlyIf(
    hasUpperCase,
    nft((record) => {
      record.owner_address = `0x${"ab".repeat(20)}`;
    }),
  ),
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
