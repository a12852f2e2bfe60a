import type { OpenApiDocument } from "./document.ts";
import { asObject } from "./json.ts";
import type { Media, Operation, Parameter } from "./operation.ts";
import { readForm, readMultipart } from "./request-body.ts";
import { coerced, type Pair, pairsOf, readStyled, valueAt } from "./request-values.ts";
import { jsonTypes } from "./schema.ts";
import { type ErrorObject, errorsOf, explain } from "./validate.ts";

/** A request as it was sent. */
export interface SentRequest {
  /** Below the base URL, not decoded. */
  readonly path: string;
  /** Without `?`, not decoded. */
  readonly query: string;
  readonly header: (name: string) => string | undefined;
  /** Text of the body, of which each byte of a form in parts is a character; empty if there is none. */
  readonly body: string;
}

/** What is wrong with a request. */
export interface RequestFault {
  readonly place: "path" | "query" | "header" | "cookie" | "body";
  /** The parameter, or the way to a member of the body; empty for the body itself. */
  readonly name: string;
  readonly reason: string;
  /** The value, if it was sent and could be read. */
  readonly value?: unknown;
  /** Whether the media type of the body is none of those that are documented. */
  readonly isMediaType?: true;
}

/** The values of a request, and what is wrong with it. */
export interface RequestValues {
  /** Values by the name of the argument; the body as its fields, or as `body`. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly faults: readonly RequestFault[];
}

/**
 * Reads the values of a request as the operation describes them: parameters of all styles, JSON, forms and text; and
 * validates them.
 */
export function readRequest(
  document: OpenApiDocument,
  operation: Operation,
  request: SentRequest,
): RequestValues {
  const params: Record<string, unknown> = {};
  const faults: RequestFault[] = [];
  const query = pairsOf(request.query);
  for (const parameter of operation.parameters) {
    const place = parameter.in as RequestFault["place"];
    const { name, argument, required, schema } = parameter;
    const value = readStyled(document, parameter, sentFor(operation, parameter, request, query));
    if (value instanceof SyntaxError) {
      faults.push({ place, name, reason: value.message });
    } else if (value !== undefined) {
      params[argument] = value;
      const [error] = errorsOf(document, schema, value, "request");
      faults.push(...(error ? [faultOf(place, name, value, error)] : []));
    } else if (required) {
      faults.push({ place, name, reason: "is required" });
    }
  }
  readBody(document, operation, request, params, faults);
  return { params, faults };
}

/** What was sent in the place of a parameter, under the name that its style knows it by. */
function sentFor(
  { path, parameters }: Operation,
  parameter: Parameter,
  request: SentRequest,
  query: readonly Pair[],
): readonly Pair[] {
  const { in: place, name } = parameter;
  if (place === "query") {
    return withoutOthers(parameter, parameters, query);
  }
  if (place === "cookie") {
    const cookies = pairsOf((request.header("cookie") ?? "").replaceAll(/;\s*/g, "&"));
    return cookies.filter(([each]) => each === name).slice(0, 1);
  }
  const text =
    place === "path" ? valueAt(path, request.path, name, parameters) : request.header(name);
  return text === undefined ? [] : [[name, text]];
}

/** What may be a member of a parameter: an object of free members has every name but those of other parameters. */
function withoutOthers(
  { name: own }: Parameter,
  parameters: readonly Parameter[],
  query: readonly Pair[],
): readonly Pair[] {
  const others = parameters.filter(({ in: place, name }) => place === "query" && name !== own);
  const isOther = (name: string) =>
    others.some((each) => each.name === name || name.startsWith(`${each.name}[`));
  return query.filter(([name]) => !isOther(name));
}

function readBody(
  document: OpenApiDocument,
  { body }: Operation,
  request: SentRequest,
  params: Record<string, unknown>,
  faults: RequestFault[],
): void {
  const type = request.header("content-type") ?? "";
  // A text or a file may be empty; a type says then that one is sent.
  const isSent = request.body !== "" || (type !== "" && !HAS_FORM.test(type));
  if (!body || !isSent) {
    if (body?.required) {
      faults.push({ place: "body", name: "", reason: "is required" });
    }
    return;
  }
  const media = mediaFor(body.media, type);
  if (!media) {
    const expected = body.media.map((each) => each.type).join(" or ");
    const reason = `must be ${expected}; received ${type || "none"}`;
    faults.push({ place: "body", name: "content-type", reason, isMediaType: true });
    return;
  }
  const value = contentOf(document, media, type, request.body);
  if (value instanceof SyntaxError) {
    faults.push({ place: "body", name: "", reason: value.message });
    return;
  }
  Object.assign(params, body.kind === "fields" ? asObject(value) : { body: value });
  if (isOpaque(document, media, type)) {
    return;
  }
  for (const error of errorsOf(document, media.schema ?? {}, value, "request")) {
    faults.push(faultOf("body", "", value, error));
  }
}

/** The media type of a body, by itself or by its range. */
function mediaFor(documented: readonly Media[], type: string): Media | undefined {
  const essence = (text: string) => (text.split(";")[0] ?? "").trim().toLowerCase();
  const sent = essence(type);
  const ranges = [sent, `${sent.split("/")[0]}/*`, "*/*"];
  return ranges
    .map((range) => documented.find((media) => essence(media.type) === range))
    .find((media) => media !== undefined);
}

/** Types whose text has a form of its own: it is not empty. */
const HAS_FORM = /^(application\/((.+\+)?json|x-www-form-urlencoded)|multipart\/form-data)\b/i;

/** Whether a body is written by rules of its own, such as XML or bytes, which its schema does not describe as a text. */
function isOpaque(document: OpenApiDocument, { schema }: Media, type: string): boolean {
  return !HAS_FORM.test(type) && !(jsonTypes(document, schema)?.has("string") ?? true);
}

function contentOf(document: OpenApiDocument, media: Media, type: string, text: string): unknown {
  const { schema = {}, node } = media;
  const encoding = asObject(node.encoding);
  if (/^application\/(.+\+)?json\b/i.test(type)) {
    try {
      return JSON.parse(text);
    } catch (error) {
      return new SyntaxError(`is not valid JSON: ${(error as Error).message}`);
    }
  }
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    return readForm(document, schema, encoding, pairsOf(text));
  }
  if (/^multipart\/form-data\b/i.test(type)) {
    return readMultipart(document, schema, encoding, type, text);
  }
  return coerced(document, schema, text);
}

function faultOf(
  place: RequestFault["place"],
  name: string,
  value: unknown,
  error: ErrorObject,
): RequestFault {
  const { pointer, reason } = explain(error);
  const [, ...way] = pointer.split("/");
  const keys = way.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const inner = keys.reduce<unknown>((at, key) => asObject(at)[key], value);
  return {
    place,
    name: [...(name ? [name] : []), ...keys].join("."),
    reason,
    ...(inner === undefined ? {} : { value: inner }),
  };
}
