import type { NftMetadataRecord } from "../chain/records.ts";

const MAX_BYTES = 1_000_000;

/**
 * The metadata that a `data:` URI carries itself; null if it is no such URI, too long, or no JSON
 * object. Nothing is fetched.
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

/** Reads the metadata of an NFT from JSON text; null if it is none. */
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
