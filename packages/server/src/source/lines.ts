const NEWLINE = 0x0a;

/**
 * Splits a byte stream into lines, without line breaks.
 *
 * @param maxBytes Maximum length of a line.
 * @throws Error if a line is longer.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer) => {
    length += part.length;
    if (length > maxBytes) {
      throw tooLong(maxBytes);
    }
    parts.push(part);
  };
  const take = () => {
    // Copied: a part would keep all of its chunk in memory.
    const line = Buffer.concat(parts, length);
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (length > 0) {
    yield take();
  }
}

/** Creates the error for a document or line beyond the limit. */
export function tooLong(maxBytes: number): Error {
  return new Error(`a document or line is larger than ${maxBytes} bytes; write one block per line`);
}
