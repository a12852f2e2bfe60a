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
 * Derives its promises from that of the response, and only on demand: a failure handled by `result()`
 * is then not reported as unhandled elsewhere.
 */
export class Call<Data, Err> extends Promise<Data> implements ApiCall<Data, Err> {
  readonly #response: Promise<ApiResponse<Data>>;

  constructor(response: Promise<ApiResponse<Data>>) {
    super(() => {});
    this.#response = response;
  }

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  withResponse(): Promise<ApiResponse<Data>> {
    return this.#response;
  }

  result(): Promise<Result<Data, Err>> {
    return this.#response.then(
      (response) => ({ ok: true, ...response }),
      (error) => {
        if (isApiError(error)) {
          return { ok: false, error: error as Err };
        }
        throw error;
      },
    );
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is a promise of its body.
  override then<A = Data, B = never>(
    onFulfilled?: ((data: Data) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#response.then(
      ({ data }) => (onFulfilled ? onFulfilled(data) : (data as unknown as A)),
      onRejected,
    );
  }
}
