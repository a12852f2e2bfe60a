import { type HttpError, notFound } from "../http/http-error.ts";

/** Returns the reader of a chain. @throws HttpError 404 if the chain is not served. */
export function chainOf<Reader>(chains: ReadonlyMap<string, Reader>, name: string): Reader {
  const reader = chains.get(name);
  if (!reader) {
    throw notServed(name);
  }
  return reader;
}

function notServed(name: string): HttpError {
  return notFound(`The chain ${name.slice(0, 64)} is not served here.`, "chain-not-served");
}
