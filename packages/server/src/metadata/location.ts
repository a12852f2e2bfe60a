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
 * @returns undefined for a `data:` URI, any other scheme, or an invalid URI.
 * @example
 * metadataLocation("ipfs://bafy/1.json", GATEWAYS); // "https://ipfs.io/ipfs/bafy/1.json"
 */
export function metadataLocation(uri: string, gateways: Gateways): string | undefined {
  const [, kind, rest] = /^(ipfs|ar|https):\/\/(.+)$/i.exec(uri.trim()) ?? [];
  if (rest === undefined) {
    return undefined;
  }
  const base = { ipfs: gateways.ipfs, ar: gateways.arweave, https: "https://" };
  // Some contracts include the gateway's path prefix in the URI.
  const path = kind?.toLowerCase() === "ipfs" ? rest.replace(/^ipfs\//, "") : rest;
  const location = base[kind?.toLowerCase() as keyof typeof base] + path;
  return URL.canParse(location) ? location : undefined;
}
