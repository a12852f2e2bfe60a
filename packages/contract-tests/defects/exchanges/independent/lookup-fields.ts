import { AT, body, response } from "../mutation.ts";
import { block, type Mutations, nft, transaction } from "./tools.ts";

const padded = (address: string | null) => address && `0x${address.slice(2).padStart(64, "0")}`;

/** Fields of lookups against their types, patterns and requiredness. */
export const LOOKUP_FIELDS: Mutations = {
  "gas_used of plain transfers as a number": transaction((record) => {
    if (record.gas_used === "21000") {
      record.gas_used = 21_000;
    }
  }),
  "no transaction_index where it is 0": transaction((record) => {
    if (record.transaction_index === 0) {
      delete record.transaction_index;
    }
  }),
  "no value_raw where it is zero": transaction((record) => {
    if (record.value_raw === "0") {
      delete record.value_raw;
    }
  }),
  "value_raw in scientific notation from one token on": transaction((record) => {
    if (record.value_raw.length > 18) {
      record.value_raw = Number(record.value_raw).toExponential();
    }
  }),
  "nonce of legacy transactions in hexadecimal": transaction((record) => {
    if (record.transaction_type === 0) {
      record.nonce = `0x${Number(record.nonce).toString(16)}`;
    }
  }),
  "max_fee_per_gas of legacy transactions empty": transaction((record) => {
    record.max_fee_per_gas ??= "";
  }),
  "contract_address of calls without digits": transaction((record) => {
    record.contract_address ??= "0x";
  }),
  "to_address of creations empty": transaction((record) => {
    record.to_address ??= "";
  }),
  "status as a boolean": transaction((record) => {
    record.status = record.status === 1;
  }),
  "block_timestamp two hours east": transaction((record) => {
    const local = new Date(Date.parse(record.block_timestamp) + 7_200_000).toISOString();
    record.block_timestamp = local.replace(/\.\d+Z/, "+02:00");
  }),
  "value with a fraction as text": transaction((record) => {
    if (!Number.isInteger(record.value)) {
      record.value = String(record.value);
    }
  }),
  "value of zero as NaN": response(AT.transaction, (found) => ({
    ...found,
    body: Buffer.from(found.body.toString().replace(/"value":0(?=[,}])/, '"value":NaN')),
  })),
  "transaction_hash without prefix": transaction((record) => {
    record.transaction_hash = record.transaction_hash.slice(2);
  }),
  "input as the database writes bytes": transaction((record) => {
    if (record.input.length > 2) {
      record.input = `\\x${record.input.slice(2)}`;
    }
  }),
  "timestamp of a block with a blank": block((record) => {
    record.timestamp = record.timestamp.replace("T", " ");
  }),
  "base_fee_per_gas as a number": block((record) => {
    record.base_fee_per_gas = Number(record.base_fee_per_gas);
  }),
  "no transaction_count of blocks without transactions": block((record) => {
    if (record.transaction_count === 0) {
      delete record.transaction_count;
    }
  }),
  "number of the latest block as text": block((record, url) => {
    if (url.includes("latest")) {
      record.number = String(record.number);
    }
  }),
  "miner with the width of a topic": block((record) => {
    record.miner = padded(record.miner);
  }),
  "total_difficulty in hexadecimal": block((record) => {
    record.total_difficulty = "0x0";
  }),
  "withdrawals_root without prefix": block((record) => {
    record.withdrawals_root &&= record.withdrawals_root.slice(2);
  }),
  "logs_bloom abbreviated": block((record) => {
    record.logs_bloom = `${record.logs_bloom.slice(0, 20)}…`;
  }),
  "size in kilobytes": block((record) => {
    record.size /= 1024;
  }),
  "a block inside of a list": body(AT.block, (value) => ({ block: [value.block] })),
  "a block without its envelope": body(AT.block, (value) => value.block),
  "no parent_hash of the first block": block((record) => {
    if (record.number === 0) {
      record.parent_hash = null;
    }
  }),
  "token_id as a number": nft((record) => {
    record.token_id = Number(record.token_id);
  }),
  "attributes of an NFT as text": nft((record) => {
    record.attributes &&= JSON.stringify(record.attributes);
  }),
  "attributes of an NFT as an object": nft((record) => {
    record.attributes &&= Object.fromEntries(record.attributes.entries());
  }),
  "mint_block_timestamp in Unix seconds": nft((record) => {
    record.mint_block_timestamp &&= Date.parse(record.mint_block_timestamp) / 1000;
  }),
  "mint_block_timestamp without a zone": nft((record) => {
    record.mint_block_timestamp &&= record.mint_block_timestamp.slice(0, -1);
  }),
  "standard null": nft((record) => {
    record.standard = null;
  }),
  "owner_address with the width of a topic": nft((record) => {
    record.owner_address = padded(record.owner_address);
  }),
};
