import { AT, type Body, body, records } from "../mutation.ts";
import { laterRecords, type Mutations } from "./tools.ts";

const emptyOf = (page: Body) =>
  Object.keys(page).find((name) => Array.isArray(page[name]) && page[name].length === 0);

/** Fields of listings against their types and requiredness. */
export const LISTED_FIELDS: Mutations = {
  "block_number in hexadecimal from the second page on": laterRecords(AT.latest, (record) => {
    record.block_number = `0x${record.block_number.toString(16)}`;
  }),
  "no input where it is empty": records(AT.transactions, (record) => {
    if (record.input === "0x") {
      delete record.input;
    }
  }),
  "value of a wallet's transactions as a number": records(AT.wallet, (record) => {
    record.value = Number(record.value);
  }),
  "transaction_type of a block's transactions in hexadecimal": records(AT.blockList, (record) => {
    record.transaction_type = `0x${record.transaction_type}`;
  }),
  "decoded as an object": records(AT.transactions, (record) => {
    record.decoded &&= JSON.parse(record.decoded);
  }),
  "no gas_price of transactions with fee market": records(AT.latest, (record) => {
    if (record.transaction_type === 2) {
      delete record.gas_price;
    }
  }),
  "block_timestamp of a wallet's transactions without a zone": records(AT.wallet, (record) => {
    record.block_timestamp = record.block_timestamp.slice(0, -1);
  }),
  "block_timestamp of a block's transactions as HTTP writes it": records(AT.blockList, (record) => {
    record.block_timestamp = new Date(record.block_timestamp).toUTCString();
  }),
  "no from_address on later pages of a wallet": laterRecords(AT.wallet, (record) => {
    record.from_address = null;
  }),
  "transaction_index missing for the first of a block": records(AT.blockList, (record) => {
    if (record.transaction_index === 0) {
      delete record.transaction_index;
    }
  }),
  "max_fee_per_gas as a number": records(AT.latest, (record) => {
    record.max_fee_per_gas &&= Number(record.max_fee_per_gas);
  }),
  "decimals as text": records(AT.erc20, (record) => {
    record.contract.decimals &&= String(record.contract.decimals);
  }),
  "contract null where its name is unknown": records(AT.erc20, (record) => {
    if (record.contract.name === null) {
      record.contract = null;
    }
  }),
  "raw_balance as a number while it fits": records(AT.erc20, (record) => {
    if (Number.isSafeInteger(Number(record.raw_balance))) {
      record.raw_balance = Number(record.raw_balance);
    }
  }),
  "balance of tokens as a number": records(AT.erc20, (record) => {
    record.balance = Number(record.balance);
  }),
  "no erc_type where the symbol is unknown": records(AT.erc20, (record) => {
    if (record.contract.symbol === null) {
      delete record.contract.erc_type;
    }
  }),
  "balance of an NFT as a number": records(AT.erc721, (record) => {
    record.balance = 1;
  }),
  "tokenId as a number": records(AT.erc721, (record) => {
    record.tokenId = Number(record.tokenId);
  }),
  "attributes of listed metadata as a list": records(AT.erc721, (record) => {
    const { metadata } = record;
    if (metadata?.attributes) {
      metadata.attributes = JSON.parse(metadata.attributes);
    }
  }),
  "metadata an empty list where it has nothing": records(AT.erc721, (record) => {
    if (record.metadata?.description == null) {
      record.metadata = [];
    }
  }),
  "mintedTimestamp an hour west": records(AT.erc721, (record) => {
    if (record.metadata?.mintedTimestamp) {
      const local = new Date(Date.parse(record.metadata.mintedTimestamp) - 3_600_000);
      record.metadata.mintedTimestamp = local.toISOString().replace(/\.\d+Z/, "-01:00");
    }
  }),
  "no resultCount where it is zero": body(AT.balances, (page) => {
    if (page.resultCount === 0) {
      delete page.resultCount;
    }
  }),
  "resultCount of NFTs as text": body(AT.erc721, (page) => {
    page.resultCount = String(page.resultCount);
  }),
  "null for an empty list of NFTs": body(AT.erc721, (page) => {
    const name = emptyOf(page);
    if (name) {
      page[name] = null;
    }
  }),
  "no list where it would be empty": body(AT.transactions, (page) => {
    const name = emptyOf(page);
    if (name) {
      delete page[name];
    }
  }),
  "cursor as an object": body(AT.wallet, (page) => {
    page.cursor &&= { next: page.cursor };
  }),
  "transactions by the name of another listing": body(AT.blockList, (page) => {
    page.items = page.transactions;
    delete page.transactions;
  }),
};
