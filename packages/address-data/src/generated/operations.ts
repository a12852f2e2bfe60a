// Generated from address-data.yaml: do not edit. Change the spec and run `generate`.

import {
  type ApiErrorOf,
  type CallOptions,
  type ClientOptions,
  type OperationTable,
  type PagedCall,
  type Parts,
  coverages,
  listings,
  queries,
  schemas,
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
export const parts: readonly Parts[] = [{ area: "address-data" }, coverages, listings, queries, schemas];

/** Operations as data, from which the runtime creates the methods. */
export const operations: OperationTable = {
  getErc20Balances: {
    method: "GET",
    path: "/{chainName}/v1/address/{walletAddress}/balance/erc20",
    parameters: {
      chainName: { in: "path", required: true },
      walletAddress: { in: "path", required: true },
      "contract-address": { in: "query" },
      cursor: { in: "query" },
      limit: { in: "query", type: "integer", minimum: 1, maximum: 100 },
    },
    idempotent: true,
    pagination: { cursorParameter: "cursor", cursorField: "cursor", itemsField: "erc20TokenBalances" },
    coverage: "Chainkit-Coverage",
  },
  getErc721Balances: {
    method: "GET",
    path: "/{chainName}/v1/address/{walletAddress}/balance/erc721",
    parameters: {
      chainName: { in: "path", required: true },
      walletAddress: { in: "path", required: true },
      "contract-address": { in: "query" },
      cursor: { in: "query" },
      limit: { in: "query", type: "integer", minimum: 1, maximum: 100 },
    },
    idempotent: true,
    pagination: { cursorParameter: "cursor", cursorField: "cursor", itemsField: "erc721TokenBalances" },
    coverage: "Chainkit-Coverage",
  },
  getAddressTransactions: {
    method: "GET",
    path: "/{chainName}/v1/address/{walletAddress}/transactions",
    parameters: {
      chainName: { in: "path", required: true },
      walletAddress: { in: "path", required: true },
      cursor: { in: "query" },
      limit: { in: "query", type: "integer", minimum: 1, maximum: 100 },
    },
    idempotent: true,
    pagination: { cursorParameter: "cursor", cursorField: "cursor", itemsField: "transactions" },
    coverage: "Chainkit-Coverage",
  },
  getBlockTransactions: {
    method: "GET",
    path: "/{chainName}/v1/block/{blockNumber}/transactions",
    parameters: {
      chainName: { in: "path", required: true },
      blockNumber: { in: "path", required: true, type: "integer" },
      cursor: { in: "query" },
      limit: { in: "query", type: "integer", minimum: 1, maximum: 100 },
    },
    idempotent: true,
    pagination: { cursorParameter: "cursor", cursorField: "cursor", itemsField: "transactions" },
  },
  getLatestTransactions: {
    method: "GET",
    path: "/{chainName}/v1/transactions",
    parameters: {
      chainName: { in: "path", required: true },
      cursor: { in: "query" },
      limit: { in: "query", type: "integer", minimum: 1, maximum: 100 },
    },
    idempotent: true,
    pagination: { cursorParameter: "cursor", cursorField: "cursor", itemsField: "transactions" },
    coverage: "Chainkit-Coverage",
  },
} as const;

/** Parameters of `getErc20Balances`. */
export interface GetErc20BalancesParams {
  /**
   * Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
   *
   * @example "ethereum"
   */
  chainName: string;
  /**
   * Wallet address, hexadecimal in either case.
   *
   * @example "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b"
   */
  walletAddress: string;
  /**
   * Token contract address to filter by, hexadecimal in either case.
   *
   * @example "0xb64ef51c888972c908cfacf59b47c1afbc0ab8ac"
   */
  "contract-address"?: string | null | undefined;
  /**
   * Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
   *
   * @example "AQEN3lkAsW0Zk3p7wQ4"
   */
  cursor?: string | null | undefined;
  /**
   * Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record.
   *
   * Default 100; at least 1; at most 100.
   *
   * @example 2
   */
  limit?: number | bigint | null | undefined;
}

/** Response of `getErc20Balances`. */
export type GetErc20BalancesResponse = Contract["getErc20Balances"]["responses"][200]["content"]["application/json"];

/** Item of the listing `getErc20Balances`. */
export type GetErc20BalancesItem = NonNullable<GetErc20BalancesResponse["erc20TokenBalances"]>[number];

/** Errors of `getErc20Balances`. */
export type GetErc20BalancesError = ApiErrorOf<{
  400: Contract["getErc20Balances"]["responses"][400]["content"]["application/problem+json"];
  404: Contract["getErc20Balances"]["responses"][404]["content"]["application/problem+json"];
  429: Contract["getErc20Balances"]["responses"][429]["content"]["application/problem+json"];
  500: Contract["getErc20Balances"]["responses"][500]["content"]["application/problem+json"];
}>;

/** Parameters of `getErc721Balances`. */
export interface GetErc721BalancesParams {
  /**
   * Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
   *
   * @example "ethereum"
   */
  chainName: string;
  /**
   * Wallet address, hexadecimal in either case.
   *
   * @example "0x2898986ec14d61b7a89f3a5a7e3fc6ee31f59aca"
   */
  walletAddress: string;
  /**
   * Collection contract address to filter by, hexadecimal in either case.
   *
   * @example "0x9a7a85e390f07d3802bebaafe090c3b789aabb1b"
   */
  "contract-address"?: string | null | undefined;
  /**
   * Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
   *
   * @example "AQEN3lkAsW0Zk3p7wQ4"
   */
  cursor?: string | null | undefined;
  /**
   * Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record.
   *
   * Default 100; at least 1; at most 100.
   *
   * @example 2
   */
  limit?: number | bigint | null | undefined;
}

/** Response of `getErc721Balances`. */
export type GetErc721BalancesResponse = Contract["getErc721Balances"]["responses"][200]["content"]["application/json"];

/** Item of the listing `getErc721Balances`. */
export type GetErc721BalancesItem = NonNullable<GetErc721BalancesResponse["erc721TokenBalances"]>[number];

/** Errors of `getErc721Balances`. */
export type GetErc721BalancesError = ApiErrorOf<{
  400: Contract["getErc721Balances"]["responses"][400]["content"]["application/problem+json"];
  404: Contract["getErc721Balances"]["responses"][404]["content"]["application/problem+json"];
  429: Contract["getErc721Balances"]["responses"][429]["content"]["application/problem+json"];
  500: Contract["getErc721Balances"]["responses"][500]["content"]["application/problem+json"];
}>;

/** Parameters of `getAddressTransactions`. */
export interface GetAddressTransactionsParams {
  /**
   * Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
   *
   * @example "ethereum"
   */
  chainName: string;
  /**
   * Wallet address, hexadecimal in either case.
   *
   * @example "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b"
   */
  walletAddress: string;
  /**
   * Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
   *
   * @example "AQEN3lkAsW0Zk3p7wQ4"
   */
  cursor?: string | null | undefined;
  /**
   * Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record.
   *
   * Default 100; at least 1; at most 100.
   *
   * @example 2
   */
  limit?: number | bigint | null | undefined;
}

/** Response of `getAddressTransactions`. */
export type GetAddressTransactionsResponse = Contract["getAddressTransactions"]["responses"][200]["content"]["application/json"];

/** Item of the listing `getAddressTransactions`. */
export type GetAddressTransactionsItem = NonNullable<GetAddressTransactionsResponse["transactions"]>[number];

/** Errors of `getAddressTransactions`. */
export type GetAddressTransactionsError = ApiErrorOf<{
  400: Contract["getAddressTransactions"]["responses"][400]["content"]["application/problem+json"];
  404: Contract["getAddressTransactions"]["responses"][404]["content"]["application/problem+json"];
  429: Contract["getAddressTransactions"]["responses"][429]["content"]["application/problem+json"];
  500: Contract["getAddressTransactions"]["responses"][500]["content"]["application/problem+json"];
}>;

/** Parameters of `getBlockTransactions`. */
export interface GetBlockTransactionsParams {
  /**
   * Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
   *
   * @example "ethereum"
   */
  chainName: string;
  /**
   * Block number.
   *
   * @example 17686112
   */
  blockNumber: number | bigint;
  /**
   * Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
   *
   * @example "AQEN3lkAsW0Zk3p7wQ4"
   */
  cursor?: string | null | undefined;
  /**
   * Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record.
   *
   * Default 100; at least 1; at most 100.
   *
   * @example 2
   */
  limit?: number | bigint | null | undefined;
}

/** Response of `getBlockTransactions`. */
export type GetBlockTransactionsResponse = Contract["getBlockTransactions"]["responses"][200]["content"]["application/json"];

/** Item of the listing `getBlockTransactions`. */
export type GetBlockTransactionsItem = NonNullable<GetBlockTransactionsResponse["transactions"]>[number];

/** Errors of `getBlockTransactions`. */
export type GetBlockTransactionsError = ApiErrorOf<{
  400: Contract["getBlockTransactions"]["responses"][400]["content"]["application/problem+json"];
  404: Contract["getBlockTransactions"]["responses"][404]["content"]["application/problem+json"];
  429: Contract["getBlockTransactions"]["responses"][429]["content"]["application/problem+json"];
  500: Contract["getBlockTransactions"]["responses"][500]["content"]["application/problem+json"];
}>;

/** Parameters of `getLatestTransactions`. */
export interface GetLatestTransactionsParams {
  /**
   * Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
   *
   * @example "ethereum"
   */
  chainName: string;
  /**
   * Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
   *
   * @example "AQEN3lkAsW0Zk3p7wQ4"
   */
  cursor?: string | null | undefined;
  /**
   * Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record.
   *
   * Default 100; at least 1; at most 100.
   *
   * @example 2
   */
  limit?: number | bigint | null | undefined;
}

/** Response of `getLatestTransactions`. */
export type GetLatestTransactionsResponse = Contract["getLatestTransactions"]["responses"][200]["content"]["application/json"];

/** Item of the listing `getLatestTransactions`. */
export type GetLatestTransactionsItem = NonNullable<GetLatestTransactionsResponse["transactions"]>[number];

/** Errors of `getLatestTransactions`. */
export type GetLatestTransactionsError = ApiErrorOf<{
  400: Contract["getLatestTransactions"]["responses"][400]["content"]["application/problem+json"];
  404: Contract["getLatestTransactions"]["responses"][404]["content"]["application/problem+json"];
  429: Contract["getLatestTransactions"]["responses"][429]["content"]["application/problem+json"];
  500: Contract["getLatestTransactions"]["responses"][500]["content"]["application/problem+json"];
}>;

/** Client methods, one per operation. */
export interface AddressDataOperations {
  /**
   * List the ERC-20 balances of a wallet
   *
   * Returns the ERC-20 balances of a wallet, one entry per token contract.
   *
   * Without `contract-address`, the list contains every token that was transferred to or from the wallet in
   * a block that the deployment has indexed, except tokens with a zero balance. Tokens that have not moved
   * since the first indexed block are missing, even if the wallet holds them, until the deployment has read
   * their balance.
   *
   * With `contract-address`, the list contains that token even if its balance is zero, or nothing if the
   * deployment knows of no balance. `Chainkit-Coverage` tells what the list covers. A deployment that
   * knows balances of the list but has read none of them may respond with 503 and `Retry-After` instead.
   *
   * `GET /{chainName}/v1/address/{walletAddress}/balance/erc20`. Safe to retry.
   *
   * See address-data.html#geterc20balances in the documentation.
   *
   * @param params.chainName - Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
   * @param params.walletAddress - Wallet address, hexadecimal in either case.
   * @param params - `contract-address`: Token contract address to filter by, hexadecimal in either case.
   * @param params.cursor - Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
   * @param params.limit - Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record. Default 100; at least 1; at most 100.
   * @returns A page of balances.
   * @throws HTTP 400 — Invalid parameter.
   * @throws HTTP 404 — Chain not served by this deployment.
   * @throws HTTP 429 — Rate limit exceeded. `Retry-After` gives the number of seconds to wait.
   * @throws HTTP 500 — Internal error. The request itself may be valid and can be retried.
   * @example
   * ```ts
   * import { createAddressDataClient } from "@chainkit/address-data";
   *
   * const addressData = createAddressDataClient({ baseUrl: "http://127.0.0.1:4010" });
   *
   * const balances = addressData.getErc20Balances({
   *   chainName: "ethereum",
   *   walletAddress: "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b",
   *   limit: 2,
   * });
   * for await (const { balance, contract } of balances) {
   *   console.log(balance, contract.symbol);
   * }
   * ```
   */
  getErc20Balances(params: GetErc20BalancesParams, options?: CallOptions): PagedCall<GetErc20BalancesResponse, GetErc20BalancesItem, GetErc20BalancesError>;

  /**
   * List the ERC-721 balances of a wallet
   *
   * Returns the ERC-721 tokens held by a wallet, one entry per token.
   *
   * With or without `contract-address`, the list contains every token whose last transfer in an indexed block
   * was to the wallet. Tokens that have not moved since the first indexed block are missing, even if the wallet
   * holds them.
   *
   * `GET /{chainName}/v1/address/{walletAddress}/balance/erc721`. Safe to retry.
   *
   * See address-data.html#geterc721balances in the documentation.
   *
   * @param params.chainName - Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
   * @param params.walletAddress - Wallet address, hexadecimal in either case.
   * @param params - `contract-address`: Collection contract address to filter by, hexadecimal in either case.
   * @param params.cursor - Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
   * @param params.limit - Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record. Default 100; at least 1; at most 100.
   * @returns A page of balances.
   * @throws HTTP 400 — Invalid parameter.
   * @throws HTTP 404 — Chain not served by this deployment.
   * @throws HTTP 429 — Rate limit exceeded. `Retry-After` gives the number of seconds to wait.
   * @throws HTTP 500 — Internal error. The request itself may be valid and can be retried.
   * @example
   * ```ts
   * import { createAddressDataClient } from "@chainkit/address-data";
   *
   * const addressData = createAddressDataClient({ baseUrl: "http://127.0.0.1:4010" });
   *
   * const page = await addressData.getErc721Balances({
   *   chainName: "ethereum",
   *   walletAddress: "0x2898986ec14d61b7a89f3a5a7e3fc6ee31f59aca",
   *   "contract-address": "0x9a7a85e390f07d3802bebaafe090c3b789aabb1b",
   *   limit: 2,
   * });
   * for (const { tokenId, metadata } of page.erc721TokenBalances) {
   *   console.log(tokenId, metadata?.mintedBlockNumber);
   * }
   * // Pass it as `cursor` to get the next page; null on the last page.
   * console.log(page.cursor);
   * ```
   */
  getErc721Balances(params: GetErc721BalancesParams, options?: CallOptions): PagedCall<GetErc721BalancesResponse, GetErc721BalancesItem, GetErc721BalancesError>;

  /**
   * List the transactions of a wallet
   *
   * Returns the transactions sent or received by a wallet.
   *
   * `GET /{chainName}/v1/address/{walletAddress}/transactions`. Safe to retry.
   *
   * See address-data.html#getaddresstransactions in the documentation.
   *
   * @param params.chainName - Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
   * @param params.walletAddress - Wallet address, hexadecimal in either case.
   * @param params.cursor - Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
   * @param params.limit - Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record. Default 100; at least 1; at most 100.
   * @returns A page of transactions.
   * @throws HTTP 400 — Invalid parameter.
   * @throws HTTP 404 — Chain not served by this deployment.
   * @throws HTTP 429 — Rate limit exceeded. `Retry-After` gives the number of seconds to wait.
   * @throws HTTP 500 — Internal error. The request itself may be valid and can be retried.
   * @example
   * ```ts
   * import { createAddressDataClient } from "@chainkit/address-data";
   *
   * const addressData = createAddressDataClient({ baseUrl: "http://127.0.0.1:4010" });
   *
   * const transactions = addressData.getAddressTransactions({
   *   chainName: "ethereum",
   *   walletAddress: "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b",
   *   limit: 2,
   * });
   * let remaining = 10;
   * for await (const { block_timestamp, transaction_hash } of transactions) {
   *   console.log(block_timestamp, transaction_hash);
   *   if (--remaining === 0) {
   *     break;
   *   }
   * }
   * ```
   */
  getAddressTransactions(params: GetAddressTransactionsParams, options?: CallOptions): PagedCall<GetAddressTransactionsResponse, GetAddressTransactionsItem, GetAddressTransactionsError>;

  /**
   * List the transactions of a block
   *
   * Returns the transactions of a block.
   *
   * `GET /{chainName}/v1/block/{blockNumber}/transactions`. Safe to retry.
   *
   * See address-data.html#getblocktransactions in the documentation.
   *
   * @param params.chainName - Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
   * @param params.blockNumber - Block number.
   * @param params.cursor - Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
   * @param params.limit - Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record. Default 100; at least 1; at most 100.
   * @returns A page of transactions.
   * @throws HTTP 400 — Invalid parameter.
   * @throws HTTP 404 — Block not found, or chain not served by this deployment.
   * @throws HTTP 429 — Rate limit exceeded. `Retry-After` gives the number of seconds to wait.
   * @throws HTTP 500 — Internal error. The request itself may be valid and can be retried.
   * @example
   * ```ts
   * import { createAddressDataClient } from "@chainkit/address-data";
   *
   * const addressData = createAddressDataClient({ baseUrl: "http://127.0.0.1:4010" });
   *
   * const pages = addressData
   *   .getBlockTransactions({ chainName: "ethereum", blockNumber: 17686112, limit: 2 })
   *   .pages();
   * for await (const { transactions, cursor } of pages) {
   *   console.log(
   *     transactions.map(({ transaction_hash }) => transaction_hash),
   *     cursor,
   *   );
   * }
   * ```
   */
  getBlockTransactions(params: GetBlockTransactionsParams, options?: CallOptions): PagedCall<GetBlockTransactionsResponse, GetBlockTransactionsItem, GetBlockTransactionsError>;

  /**
   * List the latest transactions of a chain
   *
   * Returns the latest transactions of a blockchain.
   *
   * `GET /{chainName}/v1/transactions`. Safe to retry.
   *
   * See address-data.html#getlatesttransactions in the documentation.
   *
   * @param params.chainName - Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
   * @param params.cursor - Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
   * @param params.limit - Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record. Default 100; at least 1; at most 100.
   * @returns A page of transactions.
   * @throws HTTP 400 — Invalid parameter.
   * @throws HTTP 404 — Chain not served by this deployment.
   * @throws HTTP 429 — Rate limit exceeded. `Retry-After` gives the number of seconds to wait.
   * @throws HTTP 500 — Internal error. The request itself may be valid and can be retried.
   * @example
   * ```ts
   * import { createAddressDataClient } from "@chainkit/address-data";
   *
   * const addressData = createAddressDataClient({ baseUrl: "http://127.0.0.1:4010" });
   *
   * const transactions = await addressData
   *   .getLatestTransactions({ chainName: "ethereum", limit: 2 })
   *   .toArray({ max: 3 });
   * for (const { block_number, transaction_hash } of transactions) {
   *   console.log(block_number, transaction_hash);
   * }
   * ```
   */
  getLatestTransactions(params: GetLatestTransactionsParams, options?: CallOptions): PagedCall<GetLatestTransactionsResponse, GetLatestTransactionsItem, GetLatestTransactionsError>;
}

/** Client options. */
export interface AddressDataClientOptions extends ClientOptions {
}

export type { Erc20BalancePage, Erc721BalancePage, TransactionPage, Transaction, Erc20Balance, Erc20Contract, Erc721Balance, InvalidParameter, Problem } from "./types.ts";
