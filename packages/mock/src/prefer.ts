import {
  examplesOf,
  operationName,
  type PrismOperation,
  responseFor,
  successOf,
} from "./operations.ts";

/** Which documented answer is wanted. */
export interface Preference {
  readonly code?: number;
  readonly example?: string;
}

/**
 * Reads `Prefer: code=404, example=unknownTag` (RFC 7240); other preferences are ignored.
 *
 * @throws RangeError if the operation documents no such status or example: an invented answer would
 * look like a real one.
 */
export function preferenceOf(
  header: string | undefined,
  operation: PrismOperation,
): Preference | undefined {
  const code = readPreference(header, "code");
  const example = readPreference(header, "example");
  if (code === undefined && example === undefined) {
    return undefined;
  }
  const status = code === undefined ? undefined : Number(code);
  const response = status === undefined ? successOf(operation) : responseFor(operation, status);
  if (!response || !/^([1-5]\d\d)?$/.test(code ?? "")) {
    const documented = operation.responses.map((each) => each.code).join(", ");
    throw new RangeError(
      `Prefer: ${operationName(operation)} documents no status ${code}, only ${documented}`,
    );
  }
  const names = examplesOf(response).map(({ key }) => key);
  if (example !== undefined && !names.includes(example)) {
    throw new RangeError(
      `Prefer: ${operationName(operation)} has no example ${example} for ${response.code}, ` +
        `only ${names.join(", ") || "none"}`,
    );
  }
  return {
    ...(status === undefined ? {} : { code: status }),
    ...(example === undefined ? {} : { example }),
  };
}

function readPreference(header: string | undefined, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|[,;])\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s",;]+))`, "i");
  const match = pattern.exec(header ?? "");
  return match?.[1] ?? match?.[2];
}
