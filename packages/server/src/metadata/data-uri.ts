import type { NftMetadataRecord } from "../chain/records.ts";

const MAX_BYTES = 1_000_000;

/**
 * Reads the metadata embedded in a `data:` URI; null if it is another kind of URI, too long, or not a
 * JSON object. Fetches nothing.
 */
export function readDataUri(uri: string): NftMetadataRecord | null {
  const [, options, data] = /^data:application\/json([^,]*),(.*)$/s.exec(uri) ?? [];
  if (data === undefined || data.length > MAX_BYTES) {
    return null;
  }
  try {
    const isBase64 = options?.endsWith(";base64");
    const json = isBase64 ? Buffer.from(data, "base64").toString() : decodeURIComponent(data);
    return parseMetadata(json);
  } catch {
    return null;
  }
}

/** Parses the metadata of an NFT; null if the text is not a JSON object. */
export function parseMetadata(json: string): NftMetadataRecord | null {
  try {
    return readMetadata(JSON.parse(json));
  } catch {
    return null;
  }
}

function readMetadata(content: unknown): NftMetadataRecord | null {
  if (typeof content !== "object" || content === null) {
    return null;
  }
  const fields = content as Readonly<Record<string, unknown>>;
  return {
    name: text(fields.name),
    description: text(fields.description),
    image: text(fields.image ?? fields.image_url),
    externalUrl: text(fields.external_url),
    attributes: Array.isArray(fields.attributes) ? fields.attributes : null,
  };
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
