import { type CallFacts, decodeError } from "./errors.ts";
import { asNetworkError } from "./network.ts";

/** `maxResponseBytes` unless an option says otherwise: 64 MiB. */
export const DEFAULT_MAX_BYTES = 2 ** 26;

/** Shared by all calls, for it decodes whole bodies only; one for each costs a twentieth of the calls per second. */
const decoder = new TextDecoder();

/**
 * Reads the body of a response as text, whatever its `content-length` says. Not by `response.text()`, which
 * has no limit and is slower.
 *
 * @param maxBytes Limit of its length; the rest of a longer one is not read.
 * @throws CallError of kind `decode` if it is longer, of kind `network` if it ends early.
 */
export async function readText(
  response: Response,
  call: CallFacts,
  maxBytes?: number,
): Promise<string> {
  const chunks = await readChunks(response, call, maxBytes);
  if (!chunks) {
    return response.text().catch(asNetworkError(call));
  }
  // Most bodies are one chunk, which is not copied.
  return decoder.decode(chunks.length === 1 ? chunks[0] : join(chunks));
}

/** Reads a body as `readText` does; undefined if a `fetch` of another package returns a stream of another kind. */
export async function readChunks(
  response: Response,
  call: CallFacts,
  maxBytes = DEFAULT_MAX_BYTES,
): Promise<Uint8Array<ArrayBuffer>[] | undefined> {
  const { body } = response;
  if (typeof body?.getReader !== "function") {
    return undefined;
  }
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(asNetworkError(call));
    if (done) {
      return chunks;
    }
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // Not waited for: it ends when the other copy of the body is canceled too.
      reader.cancel().catch(() => {});
      throw tooLong("a body", maxBytes, response, call);
    }
    chunks.push(value);
  }
}

/** Creates the error of what is longer than `maxResponseBytes`. */
export function tooLong(what: string, maxBytes: number, response: Response, call: CallFacts) {
  return decodeError(`${what} of more than ${maxBytes} bytes (maxResponseBytes)`, response, call);
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(chunks.reduce((bytes, chunk) => bytes + chunk.byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.byteLength;
  }
  return joined;
}
