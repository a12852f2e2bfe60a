export type { ApiCall, ApiResponse, Result, WriteCall } from "./call.ts";
export { createClient, type Parts } from "./client.ts";
export { contents } from "./contents.ts";
export { type Coverage, coverages } from "./coverage.ts";
export { credentials } from "./credentials.ts";
export type {
  AbortedError,
  ApiError,
  ApiErrorOf,
  DecodeError,
  EnvelopeError,
  HttpError,
  InputError,
  NetworkError,
  PaginationError,
  TimeoutError,
} from "./error-types.ts";
export { CallError, isApiError, isProblem, type ProblemDetails } from "./errors.ts";
export type { EventStream, ServerEvent } from "./events.ts";
export { forms } from "./forms.ts";
export { type ClientFacts, inspectClient, isRead } from "./inspect.ts";
export type {
  CredentialScheme,
  HttpMethod,
  JsonSchema,
  JsonType,
  Operation,
  OperationDescription,
  OperationTable,
  PaginationRule,
  ParameterRule,
  ParameterStyle,
  PropertyEncoding,
  ResponseDescription,
} from "./operation.ts";
export type {
  Basic,
  BasicSource,
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
export { schemas, types } from "./params.ts";
export { bodies, queries } from "./request.ts";
export { envelopes, results } from "./response.ts";
export { servers } from "./servers.ts";
export type { ErrorStatus } from "./status.ts";
export { styles } from "./styles.ts";
export { tokens } from "./tokens.ts";
