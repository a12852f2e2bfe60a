import type { Operation } from "@chainkit/runtime";
import { isBinary, jsonTypes, type Media, type OpenApiDocument } from "../index.ts";

type Content = NonNullable<Operation["content"]>;

/** Media types that are text, whatever their schemas say. */
const TEXT = /^text\/|^application\/(.*\b)?(xml|yaml|javascript|graphql|x-ndjson|jsonl)$/;

/** Media types that are bytes, whatever their schemas say. */
const BYTES = /^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip|gzip|cbor)$/;

/** Whether a media type is a stream of events. */
export function isEventStream({ type }: Media): boolean {
  return /^text\/event-stream\b/i.test(type);
}

/** Returns how bodies are read that are not JSON: as text if all of them are; undefined if there are none. */
export function contentOf(document: OpenApiDocument, media: readonly Media[]): Content | undefined {
  if (media.length === 0) {
    return undefined;
  }
  return media.every((each) => isText(document, each)) ? "text" : "binary";
}

function isText(document: OpenApiDocument, { type, schema }: Media): boolean {
  const essence = type.replace(/\s*;.*/, "").toLowerCase();
  if (TEXT.test(essence) || BYTES.test(essence)) {
    return TEXT.test(essence);
  }
  const types = jsonTypes(document, schema);
  return types?.size === 1 && types.has("string") && !isBinary(document, schema);
}

/** Returns what the events of streams are; nothing if there are none. */
export function eventsOf(
  document: OpenApiDocument,
  streams: readonly Media[],
): Pick<Operation, "events"> {
  if (streams.length === 0) {
    return {};
  }
  return { events: streams.every((media) => isTextStream(document, media)) ? "text" : "json" };
}

/** Without a schema, the data of an event may be of any kind. */
function isTextStream(document: OpenApiDocument, { schema }: Media): boolean {
  const types = jsonTypes(document, schema);
  return types?.size === 1 && types.has("string");
}

/** Returns the TypeScript type of a stream. @param data That of the schema of the stream. */
export function eventsType(document: OpenApiDocument, data: string, media: Media): string {
  const isTyped = media.schema !== undefined && !isTextStream(document, media);
  return `EventStream<${isTyped ? data : media.schema ? "string" : "unknown"}>`;
}
