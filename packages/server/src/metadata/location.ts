/** Where contents of networks are fetched that HTTP clients do not know: URLs that end in a slash. */
export interface Gateways {
  readonly ipfs: string;
  readonly arweave: string;
}

/** Gateways of the networks' makers: free, and slow or limited where many ask. */
export const GATEWAYS: Gateways = {
  ipfs: "https://ipfs.io/ipfs/",
  arweave: "https://arweave.net/",
};

/**
 * The HTTPS address of metadata.
 *
 * @returns undefined if there is none: a `data:` URI, a URI of another kind, or no URI at all.
 * @example
 * metadataLocation("ipfs://bafy/1.json", GATEWAYS); // "https://ipfs.io/ipfs/bafy/1.json"
 */
export function metadataLocation(uri: string, gateways: Gateways): string | undefined {
  const [, kind, rest] = /^(ipfs|ar|https):\/\/(.+)$/i.exec(uri.trim()) ?? [];
  if (rest === undefined) {
    return undefined;
  }
  const base = { ipfs: gateways.ipfs, ar: gateways.arweave, https: "https://" };
  // Some contracts name the folder of gateways in the URI as well.
  const path = kind?.toLowerCase() === "ipfs" ? rest.replace(/^ipfs\//, "") : rest;
  const location = base[kind?.toLowerCase() as keyof typeof base] + path;
  return URL.canParse(location) ? location : undefined;
}
