const NEWLINE = 0x0a;

/**
 * The lines of a stream of bytes, without their ends; nothing comes after the last end of line.
 *
 * @param maxBytes Longest line that is taken.
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

/** What lies in one piece is more than may be in memory at once. */
export function tooLong(maxBytes: number): Error {
  return new Error(`more than ${maxBytes} bytes in one piece: write one block per line`);
}
