import type { Operation as Rule } from "@chainkit/runtime";
import {
  isBinary,
  jsonTypes,
  type Media,
  type OpenApiDocument,
  type Operation,
  type Response,
  successesOf,
} from "../index.ts";
import type { ErrorModel } from "./model.ts";
import type { Report } from "./problems.ts";

interface ResponseModel {
  /** TypeScript type of a success response. */
  readonly response: string;
  readonly responseDescription: string;
  /** Whether a success may have no body. */
  readonly noContent: boolean;
  /** JSON bodies of the success responses. */
  readonly bodies: readonly Media[];
  /** How successes are read that are not JSON. */
  readonly contents: Pick<Rule, "content" | "events">;
  readonly errors: readonly ErrorModel[];
}

/**
 * Reads the responses of an operation. Every documented response that is not a success is an error,
 * except 1xx, which clients do not receive. `4XX` and `default` cover the statuses that are not listed.
 */
export function readResponses(
  document: OpenApiDocument,
  { method, responses }: Operation,
  type: string,
  report: Report,
): ResponseModel {
  const successes = successesOf(responses);
  // A 204 or 205 never has a body (RFC 9110, 15.3.5 and 15.3.6).
  const filled = successes.filter(
    ({ status, media }) => method !== "HEAD" && !/^20[45]$/.test(status) && media.length > 0,
  );
  const noContent = filled.length < successes.length || successes.length === 0;
  const media = filled.flatMap((response) => response.media);
  const bodies = media.filter(({ isJson }) => isJson);
  const others = filled
    .filter((response) => !response.media.some(({ isJson }) => isJson))
    .flatMap((response) => response.media.filter((each) => !isEventStream(each)));
  const types = filled.flatMap((response) => {
    const typeOf = (each: Media) => bodyType(type, response, each);
    const events = response.media.filter(isEventStream);
    return [
      ...events.map((each) => eventsType(document, typeOf(each), each)),
      ...response.media.filter(({ isJson }) => isJson).map(typeOf),
    ];
  });
  const content = contentOf(document, others);
  if (content !== undefined && bodies.length > 0) {
    const names = others.map((each) => each.type).join(", ");
    report("responses", `${names} beside JSON is not supported`, "use one of the two");
  }
  if (content !== undefined) {
    types.push(content === "text" ? "string" : "Blob");
  }
  if (successes.length === 0) {
    types.push("unknown");
  } else if (noContent) {
    types.push("undefined");
  }
  return {
    response: types.join(" | "),
    responseDescription: successes.length === 1 ? (successes[0]?.description ?? "") : "",
    noContent,
    bodies,
    contents: { ...(content && { content }), ...eventsOf(document, media.filter(isEventStream)) },
    errors: responses
      .filter(({ status }) => !/^[12]/.test(status))
      .map((entry) => errorModel(type, entry)),
  };
}

function bodyType(type: string, { writtenStatus }: Response, media: Media): string {
  const status = statusKey(writtenStatus);
  return `${type}["responses"][${status}]["content"][${JSON.stringify(media.type)}]`;
}

/** Formats a status as a property name: `404` as a number, `4XX` and `default` in quotes. */
export function statusKey(status: string): string {
  return /^\d+$/.test(status) ? status : JSON.stringify(status);
}

function errorModel(type: string, response: Response): ErrorModel {
  const { status, media, description } = response;
  const json = media.filter(({ isJson }) => isJson);
  const types = json.map((each) => bodyType(type, response, each));
  // Other content is returned as text, or not at all.
  if (json.length < media.length) {
    types.push("unknown");
  }
  return { status, type: types.join(" | ") || "undefined", description };
}

type Content = NonNullable<Rule["content"]>;

/** Media types that are text, whatever their schemas say. */
const TEXT = /^text\/|^application\/(.*\b)?(xml|yaml|javascript|graphql|x-ndjson|jsonl)$/;

/** Media types that are bytes, whatever their schemas say. */
const BYTES = /^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip|gzip|cbor)$/;

/** Whether a media type is a stream of events. */
export function isEventStream({ type }: Media): boolean {
  return /^text\/event-stream\b/i.test(type);
}

/** Returns how bodies are read that are not JSON: as text if all of them are; undefined if there are none. */
function contentOf(document: OpenApiDocument, media: readonly Media[]): Content | undefined {
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
function eventsOf(document: OpenApiDocument, streams: readonly Media[]): Pick<Rule, "events"> {
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
function eventsType(document: OpenApiDocument, data: string, media: Media): string {
  const isTyped = media.schema !== undefined && !isTextStream(document, media);
  return `EventStream<${isTyped ? data : media.schema ? "string" : "unknown"}>`;
}
