/** Selects a documented response. */
export interface PreferredResponse {
  /** A documented HTTP status. Default: the success status. */
  readonly status?: number;
  /** Name of one of its examples. Default: the first one. */
  readonly example?: string;
}

/**
 * Builds the header that makes the mock return a specific documented response.
 *
 * @returns Headers for a client call or `fetch`.
 * @throws TypeError if neither status nor example is given, or if the example contains a quote.
 * @example
 * ```ts
 * await fetch(`${mock.url}/v2/ethereum/blocks/latest`, { headers: prefer({ status: 429 }) });
 * ```
 */
export function prefer({ status, example }: PreferredResponse): { prefer: string } {
  if (status === undefined && example === undefined) {
    throw new TypeError("prefer: status or example is required");
  }
  if (example?.includes('"')) {
    throw new TypeError(`prefer: example must not contain a quote; received ${example}`);
  }
  const code = status === undefined ? [] : [`code=${status}`];
  const name = example === undefined ? [] : [`example="${example}"`];
  return { prefer: [...code, ...name].join(", ") };
}
