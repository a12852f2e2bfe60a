import { type HttpError, notFound } from "../http/http-error.ts";

/** Served chains by name: their data, or the reason why they cannot be opened. */
export type Chains<Reader> = ReadonlyMap<string, Reader | Error>;

/**
 * Returns the reader of a chain.
 *
 * @throws HttpError 404 if the chain is not served.
 * @throws Error if its data cannot be opened.
 */
export function chainOf<Reader>(chains: Chains<Reader>, name: string): Reader {
  const reader = chains.get(name);
  if (!reader) {
    throw notServed(name);
  }
  if (reader instanceof Error) {
    throw reader;
  }
  return reader;
}

function notServed(name: string): HttpError {
  return notFound(`The chain ${name.slice(0, 64)} is not served here.`, "chain-not-served");
}
