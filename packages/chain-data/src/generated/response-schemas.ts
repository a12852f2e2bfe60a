// Generated from chain-data.yaml: do not edit. Change the spec and run `generate`.

import type { ResponseSchemas } from "@chainkit/runtime/validate";
import * as v from "valibot";

const Hex: v.GenericSchema = v.pipe(v.string(), v.regex(/^0x[a-fA-F0-9]*$/u));

const Timestamp: v.GenericSchema = v.pipe(v.string(), v.regex(/([Zz]|[+-]00:00)$/u), v.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i));

const NullableAddress: v.GenericSchema = v.nullable(v.pipe(v.string(), v.regex(/^0x[a-fA-F0-9]{40}$/u)));

const DecimalInteger: v.GenericSchema = v.pipe(v.string(), v.regex(/^\d+$/u));

const Address: v.GenericSchema = v.pipe(v.string(), v.regex(/^0x[a-fA-F0-9]{40}$/u));

const NullableDecimalInteger: v.GenericSchema = v.nullable(v.pipe(v.string(), v.regex(/^\d+$/u)));

const Hash: v.GenericSchema = v.pipe(v.string(), v.regex(/^0x[a-fA-F0-9]{64}$/u));

const Transaction: v.GenericSchema = v.looseObject({ "block_hash": Hex, "block_number": v.pipe(v.number(), v.integer()), "block_timestamp": Timestamp, "contract_address": v.optional(NullableAddress), "cumulative_gas_used": DecimalInteger, "effective_gas_price": DecimalInteger, "from_address": Address, "gas": DecimalInteger, "gas_price": DecimalInteger, "gas_used": DecimalInteger, "input": Hex, "l1_fee": v.optional(v.nullable(v.string())), "l1_fee_scalar": v.optional(v.nullable(v.string())), "l1_gas_price": v.optional(v.nullable(v.string())), "l1_gas_used": v.optional(v.nullable(v.string())), "max_fee_per_gas": v.optional(NullableDecimalInteger), "max_priority_fee_per_gas": v.optional(NullableDecimalInteger), "nonce": DecimalInteger, "status": v.optional(v.nullable(v.pipe(v.number(), v.integer()))), "to_address": v.optional(NullableAddress), "transaction_hash": Hash, "transaction_index": v.pipe(v.number(), v.integer()), "transaction_type": v.pipe(v.number(), v.integer()), "value": v.number(), "value_raw": DecimalInteger });

const TransactionResult: v.GenericSchema = v.looseObject({ "transaction": Transaction });

const InvalidParameter: v.GenericSchema = v.looseObject({ "parameter": v.string(), "reason": v.string() });

const Problem: v.GenericSchema = v.looseObject({ "type": v.pipe(v.string(), v.regex(/^\S*$/)), "title": v.string(), "status": v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), "detail": v.optional(v.string()), "instance": v.optional(v.pipe(v.string(), v.regex(/^\S*$/))), "errors": v.optional(v.array(InvalidParameter)) });

const NullableHex: v.GenericSchema = v.nullable(v.pipe(v.string(), v.regex(/^0x[a-fA-F0-9]*$/u)));

const Block: v.GenericSchema = v.looseObject({ "base_fee_per_gas": v.optional(NullableDecimalInteger), "difficulty": v.string(), "extra_data": Hex, "gas_limit": v.string(), "gas_used": v.string(), "hash": Hash, "logs_bloom": Hex, "miner": Address, "nonce": Hex, "number": v.pipe(v.number(), v.integer()), "parent_hash": Hash, "receipt_root": Hex, "sha3_uncles": Hex, "size": v.pipe(v.number(), v.integer()), "state_root": Hex, "timestamp": Timestamp, "total_difficulty": v.optional(NullableDecimalInteger), "transaction_count": v.pipe(v.number(), v.integer()), "transactions_root": Hex, "withdrawals_root": v.optional(NullableHex) });

const BlockResult: v.GenericSchema = v.looseObject({ "block": Block });

const Nft: v.GenericSchema = v.looseObject({ "attributes": v.optional(v.nullable(v.array(v.any()))), "description": v.optional(v.nullable(v.string())), "external_uri": v.optional(v.nullable(v.string())), "image_uri": v.optional(v.nullable(v.string())), "logo": v.optional(v.nullable(v.string())), "mint_block_number": v.optional(v.nullable(v.pipe(v.number(), v.integer()))), "mint_block_timestamp": v.optional(v.nullable(v.pipe(v.string(), v.regex(/([Zz]|[+-]00:00)$/u), v.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i)))), "name": v.optional(v.nullable(v.string())), "owner_address": v.optional(NullableAddress), "standard": v.string(), "symbol": v.optional(v.nullable(v.string())), "token_address": Address, "token_id": v.string(), "token_uri": v.optional(v.nullable(v.string())) });

const NFTResult: v.GenericSchema = v.looseObject({ "nft": Nft });

/** Schemas of the documented response bodies, by request and status. */
export const responseSchemas: ResponseSchemas = {
  "GET /v2/{chain_name}/transactions/{transaction_hash}": {
    id: "getTransaction",
    responses: {
      "200": TransactionResult,
      "400": Problem,
      "401": Problem,
      "404": Problem,
      "429": Problem,
      "500": Problem,
    },
  },
  "GET /v2/{chain_name}/blocks/{block_number}": {
    id: "getBlock",
    responses: {
      "200": BlockResult,
      "400": Problem,
      "401": Problem,
      "404": Problem,
      "429": Problem,
      "500": Problem,
    },
  },
  "GET /v2/{chain_name}/collections/{collection_address}/nfts/{token_id}": {
    id: "getNft",
    responses: {
      "200": NFTResult,
      "400": Problem,
      "401": Problem,
      "404": Problem,
      "429": Problem,
      "500": Problem,
    },
  },
};
