import { AT, all, type Body, body, records } from "../mutation.ts";
import { block, type Mutations, nft, transaction } from "./tools.ts";

const both = (change: (record: Body) => void) =>
  all(transaction(change), records(AT.transactions, change));
const mixed = (hex: string | null) =>
  hex &&
  `0x${hex.slice(2).replace(/[a-f]/g, (digit, at) => (at % 2 ? digit : digit.toUpperCase()))}`;

/** Values of records that the contract leaves to a deployment. */
export const RECORDS: Mutations = {
  "unknown fields in records": all(
    both((record) => {
      record.logs = [{ address: null }];
      record.gasless = false;
    }),
    block((record) => {
      record.blob_gas_used = "0";
      record.uncles = [];
    }),
    records(AT.balances, (record) => {
      record.usd = null;
      record.lastTransferred = 0;
    }),
    body(AT.query, ({ data }) => {
      data.total = data.tags.length;
      for (const tag of data.tags) {
        tag.created_by = "somebody";
      }
    }),
  ),
  "letters of timestamps in lower case": all(
    both((record) => {
      record.block_timestamp = record.block_timestamp.replace("Z", "z");
    }),
    block((record) => {
      record.timestamp = record.timestamp.replace("Z", "z");
    }),
  ),
  "microseconds in timestamps": both((record) => {
    record.block_timestamp = record.block_timestamp.replace("Z", ".000000Z");
  }),
  "addresses with a checksum": all(
    both((record) => {
      record.from_address = mixed(record.from_address);
      record.to_address = mixed(record.to_address);
    }),
    records(AT.erc20, ({ contract }) => {
      contract.address = mixed(contract.address);
    }),
    records(AT.erc721, (record) => {
      record.address = mixed(record.address);
    }),
    nft((record) => {
      record.owner_address = mixed(record.owner_address);
      record.token_address = mixed(record.token_address);
    }),
  ),
  "hashes in upper case in listings": records(AT.transactions, (record) => {
    record.transaction_hash = `0x${record.transaction_hash.slice(2).toUpperCase()}`;
    record.block_hash = `0x${record.block_hash.slice(2).toUpperCase()}`;
  }),
  "create_time in milliseconds": body(AT.query, ({ data }) => {
    for (const tag of data.tags) {
      tag.create_time *= 1000;
    }
  }),
  "create_time of another epoch": body(AT.query, ({ data }) => {
    for (const tag of data.tags) {
      tag.create_time -= 1_600_000_000;
    }
  }),
  "tags in another order": body(AT.query, ({ data }) => {
    data.tags.reverse();
  }),
  "other values for the status of a transaction": transaction((record) => {
    record.status = record.status === 1 ? 0 : 7;
  }),
  "metadata that is not known yet": all(
    records(AT.erc721, (record) => {
      record.metadata = null;
      record.tokenUri = null;
    }),
    nft((record) => {
      record.attributes = null;
      record.description = null;
      record.image_uri = null;
      record.external_uri = null;
      record.name = null;
      record.token_uri = null;
    }),
  ),
  "owner and mint of an NFT unknown": nft((record) => {
    record.owner_address = null;
    record.mint_block_number = null;
    record.mint_block_timestamp = null;
  }),
  "logos and calls unknown to the service": all(
    records(AT.erc20, ({ contract }) => {
      contract.logoUri = "https://example.com/logo.svg";
    }),
    nft((record) => {
      record.logo = "https://example.com/collection.png";
    }),
    records(AT.transactions, (record) => {
      record.decoded = record.decoded && "a call";
    }),
  ),
  "no fees of the fee market": both((record) => {
    record.max_fee_per_gas = null;
    record.max_priority_fee_per_gas = null;
  }),
  "no total difficulty": block((record) => {
    delete record.total_difficulty;
  }),
};
