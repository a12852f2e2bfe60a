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
 * @throws TypeError if neither status nor example is given.
 * @example
 * ```ts
 * await fetch(`${mock.url}/v2/ethereum/blocks/latest`, { headers: prefer({ status: 429 }) });
 * ```
 */
export function prefer({ status, example }: PreferredResponse): { prefer: string } {
  if (status === undefined && example === undefined) {
    throw new TypeError("prefer: status or example is required");
  }
  const code = status === undefined ? [] : [`code=${status}`];
  const name = example === undefined ? [] : [`example=${quoted(example)}`];
  return { prefer: [...code, ...name].join(", ") };
}

/** Writes a name as a header can have it: with quotes, or percent-encoded. */
function quoted(name: string): string {
  if (/^[\w-]+$/.test(name)) {
    return name;
  }
  return `"${/^[ !#-[\]-~]*$/.test(name) ? name : encodeURIComponent(name)}"`;
}

/** Finds the name that a header means, written as `prefer` does. */
export function preferredName(names: readonly string[], written: string): string | undefined {
  return (
    names.find((name) => name === written) ??
    names.find((name) => encodeURIComponent(name) === written)
  );
}
