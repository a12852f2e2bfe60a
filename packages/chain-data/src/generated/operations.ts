// Generated from chain-data.yaml: do not edit. Change the spec and run `generate`.

import {
  type ApiCall,
  type ApiErrorOf,
  type CallOptions,
  type ClientOptions,
  type OperationTable,
  type Parts,
  type TokenSource,
  schemas,
  tokens,
} from "@chainkit/runtime";
export type {
  AbortedError,
  ApiCall,
  ApiErrorOf,
  ApiResponse,
  CallOptions,
  ClientOptions,
  Coverage,
  DecodeError,
  EnvelopeError,
  ErrorStatus,
  Fetch,
  HttpError,
  InputError,
  Logger,
  Middleware,
  NetworkError,
  PagedCall,
  PaginationError,
  Result,
  RetryOptions,
  TimeoutError,
  TokenSource,
  WriteCall,
} from "@chainkit/runtime";
import type { operations as Contract } from "./types.ts";

/** Name of the area, and parts of the runtime that the operations use. */
export const parts: readonly Parts[] = [{ area: "chain-data" }, schemas, tokens];

/** Operations as data, from which the runtime creates the methods. */
export const operations: OperationTable = {
  getTransaction: {
    method: "GET",
    path: "/v2/{chain_name}/transactions/{transaction_hash}",
    parameters: {
      chain_name: { in: "path", required: true, enum: ["ethereum", "apechain", "arbitrum", "avalanche", "base", "bsc", "polygon"] },
      transaction_hash: { in: "path", required: true, pattern: "^0x[a-fA-F0-9]{64}$" },
    },
    auth: "optional",
    idempotent: true,
  },
  getBlock: {
    method: "GET",
    path: "/v2/{chain_name}/blocks/{block_number}",
    parameters: {
      chain_name: { in: "path", required: true, enum: ["ethereum", "apechain", "arbitrum", "avalanche", "base", "bsc", "polygon"] },
      block_number: { in: "path", required: true, pattern: "^(\\d+|latest)$" },
    },
    auth: "optional",
    idempotent: true,
  },
  getNft: {
    method: "GET",
    path: "/v2/{chain_name}/collections/{collection_address}/nfts/{token_id}",
    parameters: {
      chain_name: { in: "path", required: true, enum: ["ethereum", "apechain", "arbitrum", "avalanche", "base", "bsc", "polygon"] },
      collection_address: { in: "path", required: true, pattern: "^0x[a-fA-F0-9]{40}$" },
      token_id: { in: "path", required: true },
    },
    auth: "optional",
    idempotent: true,
  },
} as const;

/** Parameters of `getTransaction`. */
export interface GetTransactionParams {
  /**
   * Blockchain name.
   *
   * One of `ethereum`, `apechain`, `arbitrum`, `avalanche`, `base`, `bsc`, `polygon`.
   *
   * @example "ethereum"
   */
  chain_name: "ethereum" | "apechain" | "arbitrum" | "avalanche" | "base" | "bsc" | "polygon";
  /**
   * Transaction hash, `0x` followed by 64 hexadecimal digits (case-insensitive).
   *
   * Matches `^0x[a-fA-F0-9]{64}$`.
   *
   * @example "0x88cf7d1a595ed8cd8e2eea4325763f0033f280ade61c91049c5ae6f1b568fda5"
   */
  transaction_hash: string;
}

/** Response of `getTransaction`. */
export type GetTransactionResponse = Contract["getTransaction"]["responses"][200]["content"]["application/json"];

/** Errors of `getTransaction`. */
export type GetTransactionError = ApiErrorOf<{
  400: Contract["getTransaction"]["responses"][400]["content"]["application/problem+json"];
  401: Contract["getTransaction"]["responses"][401]["content"]["application/problem+json"];
  404: Contract["getTransaction"]["responses"][404]["content"]["application/problem+json"];
  429: Contract["getTransaction"]["responses"][429]["content"]["application/problem+json"];
  500: Contract["getTransaction"]["responses"][500]["content"]["application/problem+json"];
}>;

/** Parameters of `getBlock`. */
export interface GetBlockParams {
  /**
   * Blockchain name.
   *
   * One of `ethereum`, `apechain`, `arbitrum`, `avalanche`, `base`, `bsc`, `polygon`.
   *
   * @example "ethereum"
   */
  chain_name: "ethereum" | "apechain" | "arbitrum" | "avalanche" | "base" | "bsc" | "polygon";
  /**
   * Block number in decimal, or `latest` for the newest block known to the service.
   *
   * Matches `^(\d+|latest)$`.
   *
   * @example "17686112"
   */
  block_number: string;
}

/** Response of `getBlock`. */
export type GetBlockResponse = Contract["getBlock"]["responses"][200]["content"]["application/json"];

/** Errors of `getBlock`. */
export type GetBlockError = ApiErrorOf<{
  400: Contract["getBlock"]["responses"][400]["content"]["application/problem+json"];
  401: Contract["getBlock"]["responses"][401]["content"]["application/problem+json"];
  404: Contract["getBlock"]["responses"][404]["content"]["application/problem+json"];
  429: Contract["getBlock"]["responses"][429]["content"]["application/problem+json"];
  500: Contract["getBlock"]["responses"][500]["content"]["application/problem+json"];
}>;

/** Parameters of `getNft`. */
export interface GetNftParams {
  /**
   * Blockchain name.
   *
   * One of `ethereum`, `apechain`, `arbitrum`, `avalanche`, `base`, `bsc`, `polygon`.
   *
   * @example "ethereum"
   */
  chain_name: "ethereum" | "apechain" | "arbitrum" | "avalanche" | "base" | "bsc" | "polygon";
  /**
   * Contract address of the collection, `0x` followed by 40 hexadecimal digits (case-insensitive).
   *
   * Matches `^0x[a-fA-F0-9]{40}$`.
   *
   * @example "0xed5af388653567af2f388e6224dc7c4b3241c544"
   */
  collection_address: string;
  /**
   * Token id, unique within the collection.
   *
   * @example "4242"
   */
  token_id: string;
}

/** Response of `getNft`. */
export type GetNftResponse = Contract["getNft"]["responses"][200]["content"]["application/json"];

/** Errors of `getNft`. */
export type GetNftError = ApiErrorOf<{
  400: Contract["getNft"]["responses"][400]["content"]["application/problem+json"];
  401: Contract["getNft"]["responses"][401]["content"]["application/problem+json"];
  404: Contract["getNft"]["responses"][404]["content"]["application/problem+json"];
  429: Contract["getNft"]["responses"][429]["content"]["application/problem+json"];
  500: Contract["getNft"]["responses"][500]["content"]["application/problem+json"];
}>;

/** Client methods, one per operation. */
export interface ChainDataOperations {
  /**
   * Look up a transaction by hash
   *
   * Returns a mined transaction with the fields of its receipt.
   *
   * `GET /v2/{chain_name}/transactions/{transaction_hash}`. Token optional. Safe to retry.
   *
   * See chain-data.html#gettransaction in the documentation.
   *
   * @param params.chain_name - Blockchain name. One of `ethereum`, `apechain`, `arbitrum`, `avalanche`, `base`, `bsc`, `polygon`.
   * @param params.transaction_hash - Transaction hash, `0x` followed by 64 hexadecimal digits (case-insensitive). Matches `^0x[a-fA-F0-9]{64}$`.
   * @returns The transaction.
   * @throws HTTP 400 — Invalid parameter.
   * @throws HTTP 401 — Invalid API key.
   * @throws HTTP 404 — Transaction not found.
   * @throws HTTP 429 — Rate limit exceeded. `Retry-After` gives the number of seconds to wait.
   * @throws HTTP 500 — Internal error. The request itself may be valid and can be retried.
   * @example
   * ```ts
   * import { createChainDataClient } from "@chainkit/chain-data";
   *
   * const chainData = createChainDataClient({ baseUrl: "http://127.0.0.1:4010" });
   *
   * const { transaction } = await chainData.getTransaction({
   *   chain_name: "ethereum",
   *   transaction_hash: "0x88cf7d1a595ed8cd8e2eea4325763f0033f280ade61c91049c5ae6f1b568fda5",
   * });
   * console.log(transaction.from_address, transaction.to_address, BigInt(transaction.value_raw));
   * ```
   */
  getTransaction(params: GetTransactionParams, options?: CallOptions): ApiCall<GetTransactionResponse, GetTransactionError>;

  /**
   * Look up a block by number
   *
   * Returns a block without its transactions.
   *
   * `GET /v2/{chain_name}/blocks/{block_number}`. Token optional. Safe to retry.
   *
   * See chain-data.html#getblock in the documentation.
   *
   * @param params.chain_name - Blockchain name. One of `ethereum`, `apechain`, `arbitrum`, `avalanche`, `base`, `bsc`, `polygon`.
   * @param params.block_number - Block number in decimal, or `latest` for the newest block known to the service. Matches `^(\d+|latest)$`.
   * @returns The block.
   * @throws HTTP 400 — Invalid parameter.
   * @throws HTTP 401 — Invalid API key.
   * @throws HTTP 404 — Block not found.
   * @throws HTTP 429 — Rate limit exceeded. `Retry-After` gives the number of seconds to wait.
   * @throws HTTP 500 — Internal error. The request itself may be valid and can be retried.
   * @example
   * ```ts
   * import { createChainDataClient } from "@chainkit/chain-data";
   *
   * const chainData = createChainDataClient({ baseUrl: "http://127.0.0.1:4010" });
   *
   * const { block } = await chainData.getBlock({ chain_name: "ethereum", block_number: "17686112" });
   * console.log(block.number, block.hash, block.timestamp);
   * ```
   */
  getBlock(params: GetBlockParams, options?: CallOptions): ApiCall<GetBlockResponse, GetBlockError>;

  /**
   * Look up an NFT by token id
   *
   * Returns a non-fungible token with its owner and metadata. If the metadata is unavailable, the token is returned without it.
   *
   * `GET /v2/{chain_name}/collections/{collection_address}/nfts/{token_id}`. Token optional. Safe to retry.
   *
   * See chain-data.html#getnft in the documentation.
   *
   * @param params.chain_name - Blockchain name. One of `ethereum`, `apechain`, `arbitrum`, `avalanche`, `base`, `bsc`, `polygon`.
   * @param params.collection_address - Contract address of the collection, `0x` followed by 40 hexadecimal digits (case-insensitive). Matches `^0x[a-fA-F0-9]{40}$`.
   * @param params.token_id - Token id, unique within the collection.
   * @returns The NFT.
   * @throws HTTP 400 — Invalid parameter.
   * @throws HTTP 401 — Invalid API key.
   * @throws HTTP 404 — Collection or token not found.
   * @throws HTTP 429 — Rate limit exceeded. `Retry-After` gives the number of seconds to wait.
   * @throws HTTP 500 — Internal error. The request itself may be valid and can be retried.
   * @example
   * ```ts
   * import { createChainDataClient } from "@chainkit/chain-data";
   *
   * const chainData = createChainDataClient({ baseUrl: "http://127.0.0.1:4010" });
   *
   * const { nft } = await chainData.getNft({
   *   chain_name: "ethereum",
   *   collection_address: "0xed5af388653567af2f388e6224dc7c4b3241c544",
   *   token_id: "4242",
   * });
   * console.log(nft.name, nft.owner_address);
   * ```
   */
  getNft(params: GetNftParams, options?: CallOptions): ApiCall<GetNftResponse, GetNftError>;
}

/** Client options. */
export interface ChainDataClientOptions extends ClientOptions {
  /** Bearer token, or a function that returns it, called before each attempt. */
  token?: TokenSource | undefined;
}

export type { TransactionResult, BlockResult, NftResult, Transaction, Block, Nft, InvalidParameter, Problem } from "./types.ts";
