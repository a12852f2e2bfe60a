import { readMetadata } from "../chain/metadata.ts";
import type { NftMetadataRecord } from "../chain/records.ts";

/** Gateways of content networks: URL prefixes that end in a slash. */
export interface Gateways {
  readonly ipfs: string;
  readonly arweave: string;
}

/** Public gateways: free, but slow or rate-limited under load. */
export const GATEWAYS: Gateways = {
  ipfs: "https://ipfs.io/ipfs/",
  arweave: "https://arweave.net/",
};

/**
 * Resolves a token URI into an HTTPS URL.
 *
 * @returns undefined for a `data:` URI, any other scheme, an invalid URI, or one that leaves the path of
 *   its gateway.
 * @example
 * metadataLocation("ipfs://bafy/1.json", GATEWAYS); // "https://ipfs.io/ipfs/bafy/1.json"
 */
export function metadataLocation(uri: string, gateways: Gateways): string | undefined {
  const [, kind, rest] = /^(ipfs|ar|https):\/\/(.+)$/i.exec(uri.trim()) ?? [];
  if (rest === undefined) {
    return undefined;
  }
  switch (kind?.toLowerCase()) {
    case "ipfs":
      // Some contracts include the gateway's path prefix in the URI.
      return within(gateways.ipfs, rest.replace(/^ipfs\//, ""));
    case "ar":
      return within(gateways.arweave, rest);
    default:
      return URL.canParse(uri.trim()) ? uri.trim() : undefined;
  }
}

/** Returns the URL of a path below a gateway; undefined if dot segments lead out of it. */
function within(gateway: string, path: string): string | undefined {
  const base = new URL(gateway).href;
  const location = URL.parse(base + path)?.href;
  return location?.startsWith(base) ? location : undefined;
}

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
