export { CallError, isApiError } from "./api-error.ts";
export { tokens } from "./attempt.ts";
export type { ApiCall, ApiResponse, Result, WriteCall } from "./call.ts";
export { createClient, type Parts } from "./client.ts";
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
export { schemas, types } from "./input.ts";
export { type ClientFacts, inspectClient, isRead } from "./inspect.ts";
export type {
  HttpMethod,
  JsonType,
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
export { listings, type PagedCall } from "./paging.ts";
export { isProblem, type ProblemDetails } from "./problem.ts";
export { bodies, queries } from "./request.ts";
export { envelopes, results } from "./response.ts";
