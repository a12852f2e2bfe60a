export { isApiError } from "./api-error.ts";
export type { Answer, ApiCall, Result } from "./call.ts";
export { type Client, createClient } from "./client.ts";
export type { JsonSchema, OperationDescription, ResponseDescription } from "./description.ts";
export type {
  AbortedError,
  ApiError,
  ApiErrorOf,
  DecodeError,
  EnvelopeError,
  ErrorStatus,
  HttpError,
  InputError,
  NetworkError,
  PaginationError,
  TimeoutError,
} from "./errors.ts";
export type {
  HttpMethod,
  Operation,
  OperationTable,
  PaginationRule,
  ParameterRule,
} from "./operation.ts";
export type {
  CallOptions,
  ClientOptions,
  EnvelopeOptions,
  Fetch,
  Logger,
  Middleware,
  RetryOptions,
  TokenSource,
} from "./options.ts";
export { createListingClient, type PagedCall } from "./paging.ts";
