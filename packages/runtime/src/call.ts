import { isApiError } from "./api-error.ts";

/** What a call came to, without a throw. */
export type Result<Data, Err> =
  | { readonly ok: true; readonly data: Data; readonly response: Response }
  | { readonly ok: false; readonly error: Err };

/** The body of an answer, and the answer it was read from. */
export interface Answer<Data> {
  readonly data: Data;
  /** Status and headers of the answer. Its body has been read already. */
  readonly response: Response;
}

/**
 * A call that is under way: a promise of the JSON body.
 *
 * @example
 * const { block } = await chainData.getBlock(params);
 * const { data, response } = await chainData.getBlock(params).withResponse();
 * const result = await chainData.getBlock(params).result();
 */
export interface ApiCall<Data, Err> extends Promise<Data> {
  /** Resolves to the body and the `Response`, for its status and headers. Rejects as the call does. */
  withResponse(): Promise<Answer<Data>>;
  /** Resolves to `{ ok: true, data, response }` or `{ ok: false, error }`; API failures do not reject. */
  result(): Promise<Result<Data, Err>>;
}

/**
 * What promises derive from is `answer`, and only when asked for: a failure taken by `result()` is
 * then not reported as unhandled elsewhere.
 */
export class Call<Data, Err> extends Promise<Data> implements ApiCall<Data, Err> {
  readonly #answer: Promise<Answer<Data>>;

  constructor(answer: Promise<Answer<Data>>) {
    super(() => {});
    this.#answer = answer;
  }

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  withResponse(): Promise<Answer<Data>> {
    return this.#answer;
  }

  result(): Promise<Result<Data, Err>> {
    return this.#answer.then(
      (answer) => ({ ok: true, ...answer }),
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
    return this.#answer.then(
      ({ data }) => (onFulfilled ? onFulfilled(data) : (data as unknown as A)),
      onRejected,
    );
  }
}
