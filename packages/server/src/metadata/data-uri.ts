import { readMetadata } from "../chain/metadata.ts";
import type { NftMetadataRecord } from "../chain/records.ts";

/**
 * Reads the metadata embedded in a `data:` URI; null if it is another kind of URI, or its content is not
 * valid metadata. Fetches nothing.
 */
export function readDataUri(uri: string): NftMetadataRecord | null {
  const [, options, data] = /^data:application\/json([^,]*),(.*)$/s.exec(uri) ?? [];
  const json = data && decode(data, options?.endsWith(";base64") ?? false);
  return json ? readMetadata(json) : null;
}

/** Decodes the data of a URI; undefined if its percent-encoding is invalid. */
function decode(data: string, isBase64: boolean): string | undefined {
  try {
    return isBase64 ? Buffer.from(data, "base64").toString() : decodeURIComponent(data);
  } catch {
    return undefined;
  }
}
