// Generated from address-data.yaml: do not edit. Change the spec and run `generate`.

import type { ResponseSchemas } from "@chainkit/runtime/validate";
import * as v from "valibot";

const NextCursor: v.GenericSchema = v.nullable(v.string());

const HexText: v.GenericSchema = v.string();

const Erc20Contract: v.GenericSchema = v.looseObject({ "address": HexText, "decimals": v.optional(v.nullable(v.pipe(v.number(), v.integer()))), "erc_type": v.string(), "logoUri": v.optional(v.nullable(v.string())), "name": v.optional(v.nullable(v.string())), "symbol": v.optional(v.nullable(v.string())) });

const Erc20Balance: v.GenericSchema = v.looseObject({ "balance": v.string(), "raw_balance": v.string(), "contract": Erc20Contract });

const PageOfERC20Balances: v.GenericSchema = v.looseObject({ "cursor": v.optional(NextCursor), "erc20TokenBalances": v.array(Erc20Balance), "resultCount": v.pipe(v.number(), v.integer()) });

const InvalidParameter: v.GenericSchema = v.looseObject({ "parameter": v.string(), "reason": v.string() });

const Problem: v.GenericSchema = v.looseObject({ "type": v.pipe(v.string(), v.regex(/^\S*$/)), "title": v.string(), "status": v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), "detail": v.optional(v.string()), "instance": v.optional(v.pipe(v.string(), v.regex(/^\S*$/))), "errors": v.optional(v.array(InvalidParameter)) });

const Erc721Metadata: v.GenericSchema = v.nullable(v.pipe(v.custom((all) => !Array.isArray(all), "must be an object"), v.looseObject({ "attributes": v.optional(v.nullable(v.string())), "decimals": v.optional(v.nullable(v.pipe(v.number(), v.integer()))), "description": v.optional(v.nullable(v.string())), "externalUrl": v.optional(v.nullable(v.string())), "imageUri": v.optional(v.nullable(v.string())), "mintedBlockNumber": v.optional(v.nullable(v.pipe(v.number(), v.integer()))), "mintedTimestamp": v.optional(v.nullable(v.pipe(v.string(), v.regex(/([Zz]|[+-]00:00)$/u), v.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i)))), "name": v.optional(v.nullable(v.string())), "symbol": v.optional(v.nullable(v.string())) })));

const Erc721Balance: v.GenericSchema = v.looseObject({ "address": HexText, "balance": v.string(), "ercType": v.string(), "tokenId": v.string(), "tokenUri": v.optional(v.nullable(v.string())), "metadata": v.optional(Erc721Metadata) });

const PageOfERC721Balances: v.GenericSchema = v.looseObject({ "cursor": v.optional(NextCursor), "erc721TokenBalances": v.array(Erc721Balance), "resultCount": v.pipe(v.number(), v.integer()) });

const Timestamp: v.GenericSchema = v.pipe(v.string(), v.regex(/([Zz]|[+-]00:00)$/u), v.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i));

const NullableHexText: v.GenericSchema = v.nullable(v.string());

const Transaction: v.GenericSchema = v.looseObject({ "block_hash": HexText, "block_number": v.pipe(v.number(), v.integer()), "block_timestamp": Timestamp, "decoded": v.optional(v.nullable(v.string())), "from_address": HexText, "gas": v.string(), "gas_price": v.string(), "input": HexText, "max_fee_per_gas": v.optional(v.nullable(v.string())), "max_priority_fee_per_gas": v.optional(v.nullable(v.string())), "nonce": v.string(), "to_address": v.optional(NullableHexText), "transaction_hash": HexText, "transaction_index": v.pipe(v.number(), v.integer()), "transaction_type": v.pipe(v.number(), v.integer()), "value": v.string() });

const PageOfTransactions: v.GenericSchema = v.looseObject({ "cursor": v.optional(NextCursor), "transactions": v.array(Transaction) });

/** Schemas of the documented response bodies, by request and status. */
export const responseSchemas: ResponseSchemas = {
  "GET /{chainName}/v1/address/{walletAddress}/balance/erc20": {
    id: "getErc20Balances",
    responses: {
      "200": PageOfERC20Balances,
      "400": Problem,
      "404": Problem,
      "429": Problem,
      "500": Problem,
    },
  },
  "GET /{chainName}/v1/address/{walletAddress}/balance/erc721": {
    id: "getErc721Balances",
    responses: {
      "200": PageOfERC721Balances,
      "400": Problem,
      "404": Problem,
      "429": Problem,
      "500": Problem,
    },
  },
  "GET /{chainName}/v1/address/{walletAddress}/transactions": {
    id: "getAddressTransactions",
    responses: {
      "200": PageOfTransactions,
      "400": Problem,
      "404": Problem,
      "429": Problem,
      "500": Problem,
    },
  },
  "GET /{chainName}/v1/block/{blockNumber}/transactions": {
    id: "getBlockTransactions",
    responses: {
      "200": PageOfTransactions,
      "400": Problem,
      "404": Problem,
      "429": Problem,
      "500": Problem,
    },
  },
  "GET /{chainName}/v1/transactions": {
    id: "getLatestTransactions",
    responses: {
      "200": PageOfTransactions,
      "400": Problem,
      "404": Problem,
      "429": Problem,
      "500": Problem,
    },
  },
};
