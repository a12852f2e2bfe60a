/** The documented answer that a request asks the mock for. */
export interface PreferredAnswer {
  /** A documented HTTP status. Default: the success status. */
  readonly status?: number;
  /** Name of one of its examples. Default: the first one. */
  readonly example?: string;
}

/**
 * The header that makes the mock give a certain documented answer to one request.
 *
 * @returns Headers to send along, with a client or with `fetch`.
 * @throws TypeError if neither status nor example is given, or if the example's name holds a quote.
 * @example
 * ```ts
 * await fetch(`${mock.url}/v2/ethereum/blocks/latest`, { headers: prefer({ status: 429 }) });
 * ```
 */
export function prefer({ status, example }: PreferredAnswer): { prefer: string } {
  if (status === undefined && example === undefined) {
    throw new TypeError("prefer() needs a status or the name of an example");
  }
  if (example?.includes('"')) {
    throw new TypeError(`prefer() cannot name the example ${example}: it holds a quote`);
  }
  const code = status === undefined ? [] : [`code=${status}`];
  const name = example === undefined ? [] : [`example="${example}"`];
  return { prefer: [...code, ...name].join(", ") };
}
