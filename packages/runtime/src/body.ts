import { type CallFacts, decodeError } from "./errors.ts";

const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads the body of a response as text, whatever its `content-length` says.
 *
 * @param maxBytes Limit of its length; no more than this is kept in memory.
 * @throws CallError of kind `decode` if it is longer.
 */
export async function readText(
  response: Response,
  call: CallFacts,
  maxBytes = DEFAULT_MAX_BYTES,
): Promise<string> {
  const { body } = response;
  // A `fetch` of another package may return a stream of another kind.
  if (typeof body?.getReader !== "function") {
    return response.text();
  }
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return text + decoder.decode();
    }
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // Not waited for: it ends when the other copy of the body is canceled too.
      reader.cancel().catch(() => {});
      throw decodeError(`a body of more than ${maxBytes} bytes (maxResponseBytes)`, response, call);
    }
    text += decoder.decode(value, { stream: true });
  }
}
