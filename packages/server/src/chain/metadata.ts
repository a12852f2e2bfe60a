import type { NftMetadataRecord } from "./records.ts";

export const MAX_METADATA_BYTES = 262_144;
/** Maximum nesting of metadata: writing JSON that nests thousands of levels overflows the stack. */
const MAX_DEPTH = 32;

/** Why the metadata of an NFT cannot be read, and what is meant. */
export const METADATA_FAULTS = {
  uri: "URIs that are not read",
  content: "no JSON object within the limits",
  size: "too large",
  status: "HTTP status other than 200",
  network: "no response, or a host that is not allowed",
} as const;

export type MetadataFault = keyof typeof METADATA_FAULTS;

export class MetadataError extends Error {
  override readonly name = "MetadataError";
  readonly fault: MetadataFault;

  constructor(fault: MetadataFault, message: string = METADATA_FAULTS[fault]) {
    super(message);
    this.fault = fault;
  }
}

/**
 * Reads the metadata of an NFT, wherever its text comes from: a URI or a server.
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
    const content: unknown = JSON.parse(withEscapes(json), keepDigits);
    // Some servers encode it twice.
    return typeof content === "string" ? readMetadata(content) : metadataOf(content);
  } catch {
    return null;
  }
}

/** A text of JSON, also one without an end. */
const TEXT = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)/gs;
/** Line breaks and other characters that JSON has only escaped. */
const CONTROL = /(?![\x7f-\x9f])\p{Cc}/gu;

/** Escapes line breaks and the like in texts, which many contracts do not; elsewhere, they and a byte order mark are space. */
function withEscapes(json: string): string {
  return json
    .replace(/^\uFEFF/, " ")
    .replaceAll(TEXT, (text) =>
      text.replaceAll(CONTROL, (character) => JSON.stringify(character).slice(1, -1)),
    )
    .replaceAll(CONTROL, " ");
}

/** Numbers as they are written, which later releases of the language have: https://github.com/tc39/proposal-json-parse-with-source. */
interface JsonWithSource extends JSON {
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
}

const { rawJSON, isRawJSON } = JSON as JsonWithSource;

/** Keeps digits that a number would round, for `JSON.parse`. */
function keepDigits(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? "";
  const isRounded = typeof value === "number" && String(value) !== source;
  return isRounded && /^-?\d+(\.\d+)?$/.test(source) ? rawJSON(source) : value;
}

/**
 * Metadata as it is stored: JSON text of an object with `name` first. Its members are those of a response, which are
 * copied there without being read (bench: ERC-721 page).
 */
export type MetadataText = string;

/** Of an NFT without metadata. */
export const NO_METADATA: MetadataText = textOf({
  name: null,
  description: null,
  image: null,
  externalUrl: null,
  attributes: null,
});

/**
 * Returns the text in which metadata is stored, without fields that nothing serves.
 *
 * @returns null if `readMetadata` would not read it: numbers such as `1e20` become longer.
 */
export function formatMetadata(metadata: NftMetadataRecord): MetadataText | null {
  return Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES ? null : textOf(metadata);
}

function textOf({ name, image, externalUrl, ...metadata }: NftMetadataRecord): MetadataText {
  const attributes = metadata.attributes && JSON.stringify(metadata.attributes);
  const { description } = metadata;
  return JSON.stringify({ name, attributes, description, externalUrl, imageUri: image });
}

/** Reads what `formatMetadata` has written. */
export function parseMetadata(text: MetadataText): NftMetadataRecord {
  const { attributes, imageUri, ...others } = JSON.parse(text);
  return {
    ...others,
    image: imageUri,
    attributes: attributes && JSON.parse(attributes, keepDigits),
  };
}

/** Start of a text without a name. */
const UNNAMED = '{"name":null';

/** Returns the members of metadata, without braces, with another name if it has none. */
export function membersOf(text: MetadataText, name: string | null): string {
  const named =
    name !== null && text.startsWith(UNNAMED)
      ? `{"name":${JSON.stringify(name)}${text.slice(UNNAMED.length)}`
      : text;
  return named.slice(1, -1);
}

function metadataOf(content: unknown): NftMetadataRecord | null {
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    return null;
  }
  const fields = content as Readonly<Record<string, unknown>>;
  return {
    name: nameOf(fields.name),
    description: stringOf(fields.description),
    image: imageOf(fields),
    externalUrl: stringOf(fields.external_url),
    attributes: attributesOf(fields),
  };
}

/** Returns the list of attributes; some name it `traits`, or have an object of names and values. */
function attributesOf({
  attributes,
  traits,
}: Readonly<Record<string, unknown>>): readonly unknown[] | null {
  const list = [attributes, traits].find(Array.isArray);
  if (list) {
    return list;
  }
  return typeof attributes === "object" && attributes !== null && !isRawJSON(attributes)
    ? Object.entries(attributes).map(([name, value]) => ({ trait_type: name, value }))
    : null;
}

/** Returns the URI of the image; `image_data` is an image itself, usually SVG. */
function imageOf({
  image,
  image_url,
  image_data,
}: Readonly<Record<string, unknown>>): string | null {
  const uri = [image, image_url].find((each) => typeof each === "string" && each.trim() !== "");
  if (typeof uri === "string" || typeof image_data !== "string" || image_data.trim() === "") {
    return stringOf(uri ?? image);
  }
  return image_data.trimStart().startsWith("<")
    ? `data:image/svg+xml;base64,${Buffer.from(image_data).toString("base64")}`
    : image_data;
}

/** Some name their NFTs by a number. */
function nameOf(value: unknown): string | null {
  return typeof value === "number" || isRawJSON(value) ? JSON.stringify(value) : stringOf(value);
}

function stringOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Returns the greatest number of arrays and objects that are open at once. */
function depthOf(json: string): number {
  let depth = 0;
  let greatest = 0;
  for (const [bracket] of json.replaceAll(TEXT, "").matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    greatest = Math.max(greatest, depth);
  }
  return greatest;
}
