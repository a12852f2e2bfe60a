import type { NftMetadataRecord } from "./records.ts";

/** Maximum size of metadata in bytes. */
export const MAX_METADATA_BYTES = 262_144;
/** Maximum nesting of metadata: writing JSON that nests thousands of levels overflows the stack. */
const MAX_DEPTH = 32;

const [QUOTE, BACKSLASH] = ['"', "\\"];

/**
 * Reads the metadata of an NFT, wherever its text comes from: a URI, a server or the store.
 *
 * @param json Untrusted text.
 * @returns null if it is not a JSON object, or exceeds 262,144 bytes or 32 levels of nesting.
 * @example
 * readMetadata('{"name":"One"}')?.name; // "One"
 */
export function readMetadata(json: string): NftMetadataRecord | null {
  if (Buffer.byteLength(json) > MAX_METADATA_BYTES || depthOf(json) > MAX_DEPTH) {
    return null;
  }
  try {
    return metadataOf(JSON.parse(json));
  } catch {
    return null;
  }
}

/**
 * Returns the text in which metadata is stored, without fields that nothing serves.
 *
 * @returns null if `readMetadata` would not read it: numbers such as `1e20` become longer.
 */
export function formatMetadata(metadata: NftMetadataRecord): string | null {
  const { externalUrl, ...others } = metadata;
  const json = JSON.stringify({ ...others, external_url: externalUrl });
  return Buffer.byteLength(json) > MAX_METADATA_BYTES ? null : json;
}

function metadataOf(content: unknown): NftMetadataRecord | null {
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    return null;
  }
  const fields = content as Readonly<Record<string, unknown>>;
  return {
    name: textOf(fields.name),
    description: textOf(fields.description),
    image: textOf(fields.image ?? fields.image_url),
    externalUrl: textOf(fields.external_url),
    attributes: Array.isArray(fields.attributes) ? fields.attributes : null,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Returns the greatest number of arrays and objects that are open at once. */
function depthOf(json: string): number {
  let depth = 0;
  let greatest = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at] as string;
    if (isInText) {
      isInText = character !== QUOTE;
      at += character === BACKSLASH ? 1 : 0;
    } else if (character === QUOTE) {
      isInText = true;
    } else if (character === "[" || character === "{") {
      depth += 1;
      greatest = Math.max(greatest, depth);
    } else if (character === "]" || character === "}") {
      depth -= 1;
    }
  }
  return greatest;
}
