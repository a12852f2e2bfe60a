import type { ApiResponse } from "./call.ts";
import type { coverages } from "./coverage.ts";
import { CallError, type CallFacts, decodeError, redact } from "./errors.ts";
import { findRoundedInteger, hasLargeNumber } from "./numbers.ts";
import type { JsonType, Operation } from "./operation.ts";
import { retryAfterMs } from "./retry.ts";
import type { ReadText, RequestContext } from "./send.ts";
import { hasType, typeOf } from "./values.ts";

/** Reading of operations that return other than an object, or nothing. */
export const results = { readBody: readAny };

/** Reading of envelopes. */
export const envelopes = { checkEnvelope };

/** Reading of responses that only some operations need. */
export interface ResponseReaders {
  readonly readBody?: typeof readAny;
  readonly readText?: ReadText;
  readonly checkEnvelope?: typeof checkEnvelope;
  readonly readCoverage?: typeof coverages.readCoverage;
}

/**
 * Returns the data of a response.
 *
 * @throws CallError of kind `http`, `decode` or `envelope`.
 */
export function readResponse(
  response: Response,
  text: string,
  context: RequestContext,
  successCodes: readonly unknown[] | undefined,
  { readBody = readObject, checkEnvelope: check, readCoverage }: ResponseReaders,
): ApiResponse<unknown> {
  if (!response.ok) {
    throw httpError(response, text, context);
  }
  const data = readBody(response, text, context);
  if (successCodes) {
    check?.(data, response, context, successCodes);
  }
  const { coverage: header } = context.rule;
  return { data, response, ...(header && { coverage: readCoverage?.(response.headers, header) }) };
}

function readObject(response: Response, text: string, context: RequestContext): unknown {
  return checkType(parseJson(response, text, context), "object", response, context);
}

function readAny(response: Response, text: string, context: RequestContext): unknown {
  const { noContent, returns } = context.rule;
  try {
    const data = parseJson(response, text, context);
    return checkType(data, returns ?? (noContent ? "any" : "object"), response, context);
  } catch (error) {
    if (noContent && saysNothing(text, returns)) {
      return undefined;
    }
    throw error;
  }
}

function checkType(
  data: unknown,
  type: JsonType | "any",
  response: Response,
  context: RequestContext,
): unknown {
  if (type !== "any" && !hasType(data, [type])) {
    throw decodeError(`JSON of type ${typeOf(data)}, expected ${type}`, response, context);
  }
  return data;
}

/**
 * Whether a body can be left out. Text such as `OK` says no more than the status did; a page says that
 * another server responded, and JSON that the contract was broken.
 */
function saysNothing(text: string, returns: Operation["returns"]): boolean {
  const isJson = /^\s*([[{"]|(-?\d\S*|true|false|null)\s*$)/.test(text);
  return !isPage(text) && !(returns && isJson);
}

/** @throws CallError if a text is not JSON, or has an integer that would be rounded. */
function parseJson(response: Response, text: string, call: CallFacts): unknown {
  let value: unknown;
  let isLarge: boolean;
  try {
    value = JSON.parse(text);
    // Within, because JSON may be nested more deeply than a function may call itself.
    isLarge = hasLargeNumber(value);
  } catch (cause) {
    // JSON that is cut off comes from the service; a page or nothing may come from another server.
    const question = /^\s*[[{]/.test(text) ? "" : IS_BASE_URL_RIGHT;
    const shown = wordsOf(text).slice(0, 80) || "empty";
    throw decodeError(`a body that is not JSON: ${shown}${question}`, response, call, cause);
  }
  const field = isLarge ? findRoundedInteger(text) : undefined;
  if (field !== undefined) {
    throw decodeError(`an integer in ${field} beyond 2^53`, response, call);
  }
  return value;
}

const IS_BASE_URL_RIGHT = "; is baseUrl right?";

function httpError(response: Response, text: string, context: RequestContext): CallError {
  const { status, headers } = response;
  let body: unknown = text || undefined;
  try {
    body = parseJson(response, text, context);
  } catch {
    // The text itself is the body then.
  }
  const problem = `${status} ${problemOf(status, headers, body)}`;
  const details = { response, body, retryAfterMs: retryAfterMs(headers) };
  return new CallError("http", problem, context, details);
}

function problemOf(status: number, headers: Headers, body: unknown): string {
  if (status === 304) {
    return "not modified";
  }
  if (status < 400) {
    // A browser hides where a redirect leads, and its status: it is 0 then.
    const location = redact(headers.get("location") ?? "unknown location");
    return `redirect to ${location} not followed${IS_BASE_URL_RIGHT}`;
  }
  return reasonOf(body);
}

/** @throws CallError of kind `envelope` if its code is not among those of a success. */
function checkEnvelope(
  body: unknown,
  response: Response,
  context: RequestContext,
  successCodes: readonly unknown[],
): void {
  const { envelope } = context.rule;
  if (!envelope) {
    return;
  }
  const { [envelope.codeField]: code, [envelope.messageField]: msg } = Object(body);
  if (!successCodes.includes(code)) {
    const problem = `code ${JSON.stringify(code)}: ${reasonOf(body)}`;
    throw new CallError("envelope", problem, context, { response, code, msg, body });
  }
}

const MAX_REASON = 300;

/** The reason a service gives: a problem's detail and entries, an envelope's message, or its text. */
function reasonOf(body: unknown): string {
  const { detail, msg, message, error, title, errors } = Object(body);
  const texts = [detail, msg, message, Object(error).message, error, title, body];
  const parts = [texts.find(isText), ...[errors].flat().map(entryText)].filter(Boolean);
  const reason = parts.join("; ") || JSON.stringify(body) || "no body";
  return wordsOf(reason).slice(0, MAX_REASON);
}

function isPage(text: string): boolean {
  return /^\s*</.test(text);
}

/** The words of a page, such as a proxy responds with; any other text as it is. */
function wordsOf(text: string): string {
  const markup = /(<(style|script)[^<]*|<[^<>]*>|\s)+/gi;
  return isPage(text) ? `a page: ${text.replace(markup, " ").trim()}` : text;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** An entry of a problem's `errors`: a text, or an object with some. */
function entryText(entry: unknown): string | undefined {
  return isText(entry)
    ? entry
    : Object.values(Object(entry)).filter(isText).join(" ") || JSON.stringify(entry);
}
