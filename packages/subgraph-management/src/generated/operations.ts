// Generated from subgraph-management.yaml: do not edit. Change the spec and run `generate`.

import {
  type ApiCall,
  type ApiErrorOf,
  type CallOptions,
  type ClientOptions,
  type EnvelopeOptions,
  type OperationTable,
  type Parts,
  type TokenSource,
  type WriteCall,
  bodies,
  envelopes,
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
export const parts: readonly Parts[] = [{ area: "subgraph-management", options: { graphNs: null } }, bodies, envelopes, tokens];

/** Operations as data, from which the runtime creates the methods. */
export const operations: OperationTable = {
  createTag: {
    method: "POST",
    path: "/public_api/v1/{graph_ns}/tags/create-tag",
    parameters: {
      graph_ns: { in: "path", option: "graphNs", required: true },
      subgraph_name: { in: "body", required: true },
      version: { in: "body", required: true },
      tag: { in: "body", required: true },
    },
    body: "fields",
    auth: "required",
    envelope: { codeField: "code", messageField: "msg" },
  },
  deleteTag: {
    method: "POST",
    path: "/public_api/v1/{graph_ns}/tags/delete-tag",
    parameters: {
      graph_ns: { in: "path", option: "graphNs", required: true },
      subgraph_name: { in: "body", required: true },
      version: { in: "body", required: true },
      tag: { in: "body", required: true },
    },
    body: "fields",
    auth: "required",
    envelope: { codeField: "code", messageField: "msg" },
  },
  queryTag: {
    method: "POST",
    path: "/public_api/v1/{graph_ns}/tags/query-tag",
    parameters: {
      graph_ns: { in: "path", option: "graphNs", required: true },
      subgraph_name: { in: "body", required: true },
      version: { in: "body", required: true },
    },
    body: "fields",
    auth: "required",
    idempotent: true,
    envelope: { codeField: "code", messageField: "msg" },
  },
  removeSubgraph: {
    method: "POST",
    path: "/public_api/v1/{graph_ns}/subgraph/remove-subgraph",
    parameters: {
      graph_ns: { in: "path", option: "graphNs", required: true },
      name: { in: "body", required: true },
      version: { in: "body", required: true },
    },
    body: "fields",
    auth: "required",
    envelope: { codeField: "code", messageField: "msg" },
  },
} as const;

/** Parameters of `createTag`. */
export interface CreateTagParams {
  /**
   * Subgraph name.
   *
   * @example "erc20-transfers"
   */
  subgraph_name: NonNullable<Contract["createTag"]["requestBody"]>["content"]["application/json"]["subgraph_name"];
  /**
   * Subgraph version.
   *
   * @example "1.2.0"
   */
  version: NonNullable<Contract["createTag"]["requestBody"]>["content"]["application/json"]["version"];
  /**
   * Tag name.
   *
   * @example "prod"
   */
  tag: NonNullable<Contract["createTag"]["requestBody"]>["content"]["application/json"]["tag"];
}

/** Response of `createTag`. */
export type CreateTagResponse = Contract["createTag"]["responses"][200]["content"]["application/json"];

/** Errors of `createTag`. */
export type CreateTagError = ApiErrorOf<{
  400: Contract["createTag"]["responses"][400]["content"]["application/json"];
  401: Contract["createTag"]["responses"][401]["content"]["application/json"];
  404: Contract["createTag"]["responses"][404]["content"]["application/json"];
  429: Contract["createTag"]["responses"][429]["content"]["application/json"];
  500: Contract["createTag"]["responses"][500]["content"]["application/json"];
}>;

/** Parameters of `deleteTag`. */
export interface DeleteTagParams {
  /**
   * Subgraph name.
   *
   * @example "erc20-transfers"
   */
  subgraph_name: NonNullable<Contract["deleteTag"]["requestBody"]>["content"]["application/json"]["subgraph_name"];
  /**
   * Subgraph version.
   *
   * @example "1.2.0"
   */
  version: NonNullable<Contract["deleteTag"]["requestBody"]>["content"]["application/json"]["version"];
  /**
   * Tag name.
   *
   * @example "prod"
   */
  tag: NonNullable<Contract["deleteTag"]["requestBody"]>["content"]["application/json"]["tag"];
}

/** Response of `deleteTag`. */
export type DeleteTagResponse = Contract["deleteTag"]["responses"][200]["content"]["application/json"];

/** Errors of `deleteTag`. */
export type DeleteTagError = ApiErrorOf<{
  400: Contract["deleteTag"]["responses"][400]["content"]["application/json"];
  401: Contract["deleteTag"]["responses"][401]["content"]["application/json"];
  404: Contract["deleteTag"]["responses"][404]["content"]["application/json"];
  429: Contract["deleteTag"]["responses"][429]["content"]["application/json"];
  500: Contract["deleteTag"]["responses"][500]["content"]["application/json"];
}>;

/** Parameters of `queryTag`. */
export interface QueryTagParams {
  /**
   * Subgraph name.
   *
   * @example "erc20-transfers"
   */
  subgraph_name: NonNullable<Contract["queryTag"]["requestBody"]>["content"]["application/json"]["subgraph_name"];
  /**
   * Subgraph version.
   *
   * @example "1.2.0"
   */
  version: NonNullable<Contract["queryTag"]["requestBody"]>["content"]["application/json"]["version"];
}

/** Response of `queryTag`. */
export type QueryTagResponse = Contract["queryTag"]["responses"][200]["content"]["application/json"];

/** Errors of `queryTag`. */
export type QueryTagError = ApiErrorOf<{
  400: Contract["queryTag"]["responses"][400]["content"]["application/json"];
  401: Contract["queryTag"]["responses"][401]["content"]["application/json"];
  404: Contract["queryTag"]["responses"][404]["content"]["application/json"];
  429: Contract["queryTag"]["responses"][429]["content"]["application/json"];
  500: Contract["queryTag"]["responses"][500]["content"]["application/json"];
}>;

/** Parameters of `removeSubgraph`. */
export interface RemoveSubgraphParams {
  /**
   * Subgraph name.
   *
   * @example "erc20-transfers"
   */
  name: NonNullable<Contract["removeSubgraph"]["requestBody"]>["content"]["application/json"]["name"];
  /**
   * Subgraph version.
   *
   * @example "1.2.0"
   */
  version: NonNullable<Contract["removeSubgraph"]["requestBody"]>["content"]["application/json"]["version"];
}

/** Response of `removeSubgraph`. */
export type RemoveSubgraphResponse = Contract["removeSubgraph"]["responses"][200]["content"]["application/json"];

/** Errors of `removeSubgraph`. */
export type RemoveSubgraphError = ApiErrorOf<{
  400: Contract["removeSubgraph"]["responses"][400]["content"]["application/json"];
  401: Contract["removeSubgraph"]["responses"][401]["content"]["application/json"];
  404: Contract["removeSubgraph"]["responses"][404]["content"]["application/json"];
  409: Contract["removeSubgraph"]["responses"][409]["content"]["application/json"];
  429: Contract["removeSubgraph"]["responses"][429]["content"]["application/json"];
  500: Contract["removeSubgraph"]["responses"][500]["content"]["application/json"];
}>;

/** Client methods, one per operation. */
export interface SubgraphManagementOperations {
  /**
   * Create a tag
   *
   * Creates a tag for a subgraph version.
   *
   * `POST /public_api/v1/{graph_ns}/tags/create-tag`. Requires a token. Not safe to retry.
   *
   * See subgraph-management.html#createtag in the documentation.
   *
   * @param params.subgraph_name - Subgraph name.
   * @param params.version - Subgraph version.
   * @param params.tag - Tag name.
   * @returns Tag created.
   * @throws HTTP 400 — Invalid JSON, or a field is missing or not a string.
   * @throws HTTP 401 — Missing or invalid token.
   * @throws HTTP 404 — Subgraph version not found.
   * @throws HTTP 429 — Rate limit exceeded. `Retry-After` gives the number of seconds to wait.
   * @throws HTTP 500 — Internal error. The request may or may not have taken effect.
   * @example
   * ```ts
   * import { createSubgraphManagementClient } from "@chainkit/subgraph-management";
   *
   * const management = createSubgraphManagementClient({
   *   baseUrl: "http://127.0.0.1:4010",
   *   graphNs: "example-ns",
   *   token: "my-token",
   * });
   *
   * const { msg } = await management.createTag({
   *   subgraph_name: "erc20-transfers",
   *   version: "1.2.0",
   *   tag: "prod",
   * });
   * console.log(msg);
   * ```
   */
  createTag(params: CreateTagParams, options?: CallOptions): WriteCall<CreateTagResponse, CreateTagError>;

  /**
   * Delete a tag
   *
   * Deletes a tag from a subgraph version. The version itself is not affected.
   *
   * `POST /public_api/v1/{graph_ns}/tags/delete-tag`. Requires a token. Not safe to retry.
   *
   * See subgraph-management.html#deletetag in the documentation.
   *
   * @param params.subgraph_name - Subgraph name.
   * @param params.version - Subgraph version.
   * @param params.tag - Tag name.
   * @returns Tag deleted.
   * @throws HTTP 400 — Invalid JSON, or a field is missing or not a string.
   * @throws HTTP 401 — Missing or invalid token.
   * @throws HTTP 404 — Subgraph version not found, or it does not have the tag.
   * @throws HTTP 429 — Rate limit exceeded. `Retry-After` gives the number of seconds to wait.
   * @throws HTTP 500 — Internal error. The request may or may not have taken effect.
   * @example
   * ```ts
   * import { createSubgraphManagementClient } from "@chainkit/subgraph-management";
   *
   * const management = createSubgraphManagementClient({
   *   baseUrl: "http://127.0.0.1:4010",
   *   graphNs: "example-ns",
   *   token: "my-token",
   * });
   *
   * const { msg } = await management.deleteTag({
   *   subgraph_name: "erc20-transfers",
   *   version: "1.2.0",
   *   tag: "prod",
   * });
   * console.log(msg);
   * ```
   */
  deleteTag(params: DeleteTagParams, options?: CallOptions): WriteCall<DeleteTagResponse, DeleteTagError>;

  /**
   * List the tags of a version
   *
   * Returns the tags of a subgraph version. Although a POST, the call is read-only and safe to retry.
   *
   * `POST /public_api/v1/{graph_ns}/tags/query-tag`. Requires a token. Safe to retry.
   *
   * See subgraph-management.html#querytag in the documentation.
   *
   * @param params.subgraph_name - Subgraph name.
   * @param params.version - Subgraph version.
   * @returns Tags of the version; an empty list if there are none.
   * @throws HTTP 400 — Invalid JSON, or a field is missing or not a string.
   * @throws HTTP 401 — Missing or invalid token.
   * @throws HTTP 404 — Subgraph version not found.
   * @throws HTTP 429 — Rate limit exceeded. `Retry-After` gives the number of seconds to wait.
   * @throws HTTP 500 — Internal error. The request may or may not have taken effect.
   * @example
   * ```ts
   * import { createSubgraphManagementClient } from "@chainkit/subgraph-management";
   *
   * const management = createSubgraphManagementClient({
   *   baseUrl: "http://127.0.0.1:4010",
   *   graphNs: "example-ns",
   *   token: "my-token",
   * });
   *
   * const { data } = await management.queryTag({
   *   subgraph_name: "erc20-transfers",
   *   version: "1.2.0",
   * });
   * for (const { tag, create_time } of data.tags) {
   *   console.log(tag, create_time);
   * }
   * ```
   */
  queryTag(params: QueryTagParams, options?: CallOptions): ApiCall<QueryTagResponse, QueryTagError>;

  /**
   * Remove a deployment
   *
   * Removes the deployment of a subgraph version. A version that still has tags is not removed; delete its tags first.
   *
   * `POST /public_api/v1/{graph_ns}/subgraph/remove-subgraph`. Requires a token. Not safe to retry.
   *
   * See subgraph-management.html#removesubgraph in the documentation.
   *
   * @param params.name - Subgraph name.
   * @param params.version - Subgraph version.
   * @returns Deployment removed.
   * @throws HTTP 400 — Invalid JSON, or a field is missing or not a string.
   * @throws HTTP 401 — Missing or invalid token.
   * @throws HTTP 404 — Deployment not found.
   * @throws HTTP 409 — The version still has tags.
   * @throws HTTP 429 — Rate limit exceeded. `Retry-After` gives the number of seconds to wait.
   * @throws HTTP 500 — Internal error. The request may or may not have taken effect.
   * @example
   * ```ts
   * import { createSubgraphManagementClient } from "@chainkit/subgraph-management";
   *
   * const management = createSubgraphManagementClient({
   *   baseUrl: "http://127.0.0.1:4010",
   *   graphNs: "example-ns",
   *   token: "my-token",
   * });
   *
   * const { msg } = await management.removeSubgraph({ name: "erc20-transfers", version: "1.2.0" });
   * console.log(msg);
   * ```
   */
  removeSubgraph(params: RemoveSubgraphParams, options?: CallOptions): WriteCall<RemoveSubgraphResponse, RemoveSubgraphError>;
}

/** Client options. */
export interface SubgraphManagementClientOptions extends ClientOptions, EnvelopeOptions {
  /** Bearer token, or a function that returns it, called before each attempt. */
  token: TokenSource;
  /** Namespace segment, identical in all management paths of a deployment. The operator of the deployment provides it. Sent with each call as `graph_ns`. */
  graphNs: string;
}

export type { SubgraphVersion, VersionTag, SubgraphDeployment, Tag, EmptyEnvelope, TagsEnvelope, ErrorEnvelope } from "./types.ts";
