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
  maxBytes = DEFAULT_MAX_BYTES,
): Promise<string> {
  const { body } = response;
  // A `fetch` of another package may return a stream of another kind.
  if (typeof body?.getReader !== "function") {
    return response.text().catch(asNetworkError(call));
  }
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(asNetworkError(call));
    if (done) {
      // Most bodies are one chunk, which is not copied.
      return decoder.decode(chunks.length === 1 ? chunks[0] : join(chunks, bytes));
    }
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // Not waited for: it ends when the other copy of the body is canceled too.
      reader.cancel().catch(() => {});
      throw decodeError(`a body of more than ${maxBytes} bytes (maxResponseBytes)`, response, call);
    }
    chunks.push(value);
  }
}

function join(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  const joined = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.byteLength;
  }
  return joined;
}
