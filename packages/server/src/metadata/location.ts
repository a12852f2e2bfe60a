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

/** A content identifier of IPFS, of either version. */
const CID = "(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58,})";
/** What is in IPFS without a scheme, as some contracts write it, or as the path of a gateway. */
const IPFS_PATH = new RegExp(`^/?(?:ipfs/+)?(${CID}(?:/.*)?)$`, "s");
const GATEWAY_PATH = new RegExp(`^/ipfs/+(${CID}(?:/.*)?)$`, "s");
const GATEWAY_HOST = new RegExp(`^(${CID})\\.ipfs\\.`);

/** Returns a token URI without spaces and quotes around it. */
export function bareUri(uri: string): string {
  return uri.trim().replace(/^(["'])(.*)\1$/s, "$2");
}

/**
 * Resolves a token URI into an HTTPS URL.
 *
 * @param attempts Failed attempts: gateways of others that contracts name have ended, so that every second one is made
 *   at ours.
 * @returns undefined for a `data:` URI, any other scheme, an invalid URI, or one that leaves the path of
 *   its gateway.
 * @example
 * metadataLocation("ipfs://bafy/1.json", GATEWAYS); // "https://ipfs.io/ipfs/bafy/1.json"
 */
export function metadataLocation(
  uri: string,
  gateways: Gateways,
  attempts = 0,
): string | undefined {
  const text = bareUri(uri);
  const [, path] = IPFS_PATH.exec(text) ?? [];
  if (path !== undefined) {
    return within(gateways.ipfs, path);
  }
  // Some contracts leave slashes out.
  const [, kind, rest] = /^(ipfs|ar|https?):(.+)$/is.exec(text) ?? [];
  if (rest === undefined) {
    return undefined;
  }
  switch (kind?.toLowerCase()) {
    case "ipfs":
      // Some contracts include the gateway's path prefix in the URI.
      return within(gateways.ipfs, rest.replace(/^\/+/, "").replace(/^ipfs\/+/, ""));
    case "ar":
      return within(gateways.arweave, rest.replace(/^\/+/, ""));
    default: {
      const url = URL.parse(`https:${rest}`);
      const named = url && attempts % 2 === 1 ? gatewayPath(url) : undefined;
      return named === undefined ? url?.href : within(gateways.ipfs, named);
    }
  }
}

/** Returns the path in IPFS that a URL of a gateway names. */
function gatewayPath({ hostname, pathname }: URL): string | undefined {
  const [, cid] = GATEWAY_HOST.exec(hostname) ?? [];
  return cid === undefined ? GATEWAY_PATH.exec(pathname)?.[1] : cid + pathname;
}

/**
 * Returns the URL of a path below a gateway; undefined if dot segments lead out of it. These networks have neither queries
 * nor fragments: `?` and `#` are part of a name, as is a `%` that encodes nothing.
 */
function within(gateway: string, path: string): string | undefined {
  const base = new URL(gateway).href;
  const name = path
    .replaceAll(/%(?![0-9a-f]{2})/gi, "%25")
    .replaceAll("?", "%3F")
    .replaceAll("#", "%23");
  const location = URL.parse(base + name)?.href;
  return location?.startsWith(base) ? location : undefined;
}

/**
 * Reads the metadata that a token URI has itself: a `data:` URI of any type, or bare JSON. Contracts write them in many
 * ways, which the large marketplaces read. If it is an image, there is nothing else.
 *
 * @returns null if it is another kind of URI, or its content is not valid metadata. Fetches nothing.
 */
export function readDataUri(uri: string): NftMetadataRecord | null {
  const text = bareUri(uri);
  if (text.startsWith("{")) {
    return readMetadata(text);
  }
  const [, options = "", data = ""] = /^data:([^,]*),(.*)$/is.exec(text) ?? [];
  if (/^\s*image\//i.test(options) && data !== "") {
    return readMetadata(JSON.stringify({ image: text }));
  }
  // Many contracts encode nothing, so that `%` stands for itself, or encode only a part, such as the image.
  const asText = [decodeURIComponent, String, decodeLeniently];
  // What is said of base64 is not always true.
  const isBase64 = /;\s*base64\b/i.test(options);
  for (const decode of isBase64 ? [decodeBase64, ...asText] : [...asText, decodeBase64]) {
    const metadata = readDecoded(data, decode);
    if (metadata) {
      return metadata;
    }
  }
  return null;
}

function readDecoded(data: string, decode: (data: string) => string): NftMetadataRecord | null {
  try {
    return readMetadata(decode(data));
  } catch {
    return null;
  }
}

function decodeBase64(data: string): string {
  return Buffer.from(decodeLeniently(data), "base64").toString();
}

/** Decodes what is percent-encoded, and leaves any other `%`. */
function decodeLeniently(data: string): string {
  return data.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}
