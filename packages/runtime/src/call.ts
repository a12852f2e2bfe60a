import { isApiError } from "./errors.ts";

/** The outcome of a call as a value. */
export type Result<Data, Err> =
  | { readonly ok: true; readonly data: Data; readonly response: Response }
  | { readonly ok: false; readonly error: Err };

/** The body of a response, and the response it was read from. */
export interface ApiResponse<Data> {
  readonly data: Data;
  /** Status and headers of the response. Its body has been read already. */
  readonly response: Response;
}

/**
 * A call in progress: a promise of the JSON body.
 *
 * @example
 * const { block } = await chainData.getBlock(params);
 * const { data, response } = await chainData.getBlock(params).withResponse();
 * const result = await chainData.getBlock(params).result();
 */
export interface ApiCall<Data, Err> extends Promise<Data> {
  /** Resolves to the body and the `Response`, for its status and headers. Rejects as the call does. */
  withResponse(): Promise<ApiResponse<Data>>;
  /** Resolves to `{ ok: true, data, response }` or `{ ok: false, error }`; API failures do not reject. */
  result(): Promise<Result<Data, Err>>;
}

declare const write: unique symbol;

/** The call of an operation that may change something. */
export interface WriteCall<Data, Err> extends ApiCall<Data, Err> {
  /** Only a type: it tells such calls from those that read. */
  readonly [write]?: never;
}

/**
 * Creates a call from the promise of its response.
 *
 * Both methods derive their promise from that of the body: a failure that `result()` handles is then not
 * reported as unhandled elsewhere.
 */
export function createCall<Data, Err>(response: Promise<ApiResponse<Data>>): ApiCall<Data, Err> {
  const call = response.then(({ data }) => data) as ApiCall<Data, Err>;
  call.withResponse = () => call.then(() => response);
  call.result = () =>
    call.then(
      () => response.then((all) => ({ ok: true as const, ...all })),
      (error) => {
        if (!isApiError(error)) {
          throw error;
        }
        return { ok: false as const, error: error as Err };
      },
    );
  return call;
}
