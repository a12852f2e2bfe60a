/**
 * Reads a body.
 *
 * @param maxBytes Limit in bytes; the rest of a longer body is not read.
 * @returns undefined if it is longer.
 */
export async function readBytes(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) {
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Reads a body as text. As `readBytes`. */
export async function readText(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<string | undefined> {
  const bytes = await readBytes(body, maxBytes);
  return bytes && new TextDecoder().decode(bytes);
}
