import { CallError, redact } from "./errors.ts";
import { isOf, typeOf } from "./input.ts";
import type { Operation } from "./operation.ts";
import { type Fail, type Reply, type RequestContext, retryAfterMs } from "./send.ts";

const PAGE = /^\s*</;
const PAGE_OR_JSON = /^\s*([<[{"]|(-?\d\S*|true|false|null)\s*$)/;
const MAX = 2 ** 53 - 1;
const TOKEN = /"((?:[^"\\]|\\.)*)"\s*(:?)|-?\d[\d.eE+-]*/g;

/** Whether a parsed value is or contains a number beyond the safe integers. */
const hasLarge = (value: unknown): boolean =>
  typeof value === "number"
    ? Math.abs(value) > MAX
    : typeof value === "object" && containsLarge(value);

function containsLarge(parts: object | null): boolean {
  if (Array.isArray(parts)) {
    return parts.some(hasLarge);
  }
  // `Object.values` would copy every row, which costs more than all the rest of the search.
  for (const name in parts) {
    const part: unknown = parts[name as never];
    if (typeof part !== "string" && hasLarge(part)) {
      return true;
    }
  }
  return false;
}

/** The digits of a number, without its point, its exponent and the zeros around them. */
const significant = (number: string) => number.replace(/e.*|[-.]/gi, "").replace(/^0+|0+$/g, "");

/** Whether a number of a JSON text is one that a JavaScript number would change beyond 2^53. */
const isRounded = (number: string): boolean =>
  Math.abs(+number) > MAX &&
  (/^-?\d+$/.test(number) || significant(number) !== significant(String(+number)));

/**
 * Parses the JSON of a response.
 *
 * @param fail Throws, for a text that is refused: not JSON, or a number in it that would be rounded.
 */
export function decode(text: string, fail: (what: string, cause?: unknown) => never): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    fail(`a body that is not JSON: ${text.slice(0, 60) || "empty"}`, cause);
  }
  let field: string | undefined = "the body";
  for (const [number, name, colon] of hasLarge(value) ? text.matchAll(TOKEN) : []) {
    if (colon) {
      field = name;
    } else if (name === undefined && isRounded(number)) {
      fail(`an integer in ${field} that JavaScript would round`);
    }
  }
  return value;
}

/** The reason a service gives: a problem's detail and entries, an envelope's message, or its text. */
function reason(body: unknown): string {
  const { detail, msg, message, error, title, errors } = Object(body) as Record<string, unknown>;
  const isText = (part: unknown) => part && typeof part === "string";
  const text = [detail, msg, message, Object(error).message, error, title, body].find(isText);
  const entries = [errors]
    .flat()
    .map((entry) =>
      isText(entry)
        ? entry
        : Object.values(Object(entry)).filter(isText).join(" ") || JSON.stringify(entry),
    );
  const all = [text, ...entries].filter(Boolean).join("; ");
  return (all || JSON.stringify(body) || "no body").slice(0, 300);
}

/**
 * The data of a response.
 *
 * @throws ApiError of kind `http`, `decode` or `envelope`.
 */
export function readData(
  { response, text }: Reply,
  rule: Operation,
  context: RequestContext,
): unknown {
  const { status, headers } = response;
  if (!response.ok) {
    let body: unknown = text || undefined;
    try {
      body = JSON.parse(text);
    } catch {}
    const details = { body, retryAfterMs: retryAfterMs(response) };
    // A browser hides where a redirect leads, and its status: it is 0 then.
    const target = redact(headers.get("location") ?? "elsewhere");
    const what =
      status < 400 ? `redirect to ${target} not followed; set baseUrl to its origin` : reason(body);
    throw new CallError("http", context, `${status} ${what}`, undefined, response, details);
  }
  const fail: Fail = (what, cause) => {
    const message = `${status} with ${what}; is baseUrl right?`;
    throw new CallError("decode", context, message, cause, response);
  };
  if (rule.returns || rule.noContent) {
    return context.options.readAny?.(text, rule, fail);
  }
  const data = decode(text, fail);
  return typeOf(data) === "object" ? data : fail(`JSON of type ${typeOf(data)}, expected object`);
}

/** The data of an operation that returns other than an object, or maybe nothing. */
function readAny(text: string, { noContent, returns }: Operation, fail: Fail): unknown {
  try {
    const data = decode(text, fail);
    const type = returns ?? "any";
    return type === "any" || isOf([type], data)
      ? data
      : fail(`JSON of type ${typeOf(data)}, expected ${type}`);
  } catch (error) {
    // Text such as `OK` says no more than the status did; a page says that another server responded.
    if (noContent && !(returns ? PAGE_OR_JSON : PAGE).test(text)) {
      return undefined;
    }
    throw error;
  }
}

/** The part of a client whose operations return other than an object. */
export const results = { readAny };

/**
 * Checks the code of an envelope.
 *
 * @throws ApiError of kind `envelope`.
 */
function open(
  data: unknown,
  { envelope }: Operation,
  response: Response,
  context: RequestContext,
): void {
  const { successCodes } = context.options;
  const { codeField, messageField } = Object(envelope) as NonNullable<typeof envelope>;
  const { [codeField]: code, [messageField]: msg } = Object(data);
  if (envelope && successCodes?.includes(code) === false) {
    const details = { code, msg, body: data };
    const what = `code ${JSON.stringify(code)}: ${reason(data)}`;
    throw new CallError("envelope", context, what, undefined, response, details);
  }
}

/** The part of a client whose responses are envelopes. */
export const envelopes = { open };
