import type { ApiResponse } from "./call.ts";
import { CallError, redact } from "./errors.ts";
import { isOf, typeOf } from "./input.ts";
import type { Operation } from "./operation.ts";
import { type Fail, type RequestContext, retryAfterMs } from "./send.ts";

/** Whether a parsed value is or contains a number beyond the safe integers. */
const hasLarge = (value: unknown): boolean =>
  typeof value !== "string" &&
  (typeof value === "number" ? value ** 2 >= 2 ** 106 : holdsLarge(value as object));

/** Whether anything but a text or a number contains such a number. */
function holdsLarge(value: object): boolean {
  if (Array.isArray(value)) {
    return value.some(hasLarge);
  }
  // `Object.values` would copy every row, which costs more than all the rest of the search.
  for (const name in value) {
    if (hasLarge((value as Record<string, unknown>)[name])) {
      return true;
    }
  }
  return false;
}

/** The digits of a number, without its point, its exponent and the zeros around them. */
const significant = (number: string) => number.replace(/^[-0.]+|[0.]*(e.*)?$|\./gi, "");

/** Whether a number of a JSON text is one that a JavaScript number would change beyond 2^53. */
const isRounded = (number: string): boolean =>
  hasLarge(+number) &&
  (/^-?\d+$/.test(number) || significant(number) !== significant(`${+number}`));

/**
 * Parses the JSON of a response.
 *
 * @param fail Throws, for a text that is refused: not JSON, or a number in it that would be rounded.
 */
export function decode(text: string, fail: (what: string, cause?: unknown) => never): unknown {
  let value: unknown;
  let isLarge: boolean | undefined;
  try {
    value = JSON.parse(text);
    isLarge = hasLarge(value);
  } catch (cause) {
    fail(`a body that is not JSON: ${text.slice(0, 80) || "empty"}`, cause);
  }
  let field: string | undefined = "the body";
  for (const [number, name, colon] of isLarge
    ? text.matchAll(/"((?:[^"\\]|\\.)*)"\s*(:?)|-?\d[\d.eE+-]*/g)
    : []) {
    if (colon) {
      field = name;
    } else if (isRounded(number)) {
      // A text is still in its quotes, and thus no number.
      fail(`an integer in ${field} beyond 2^53`);
    }
  }
  return value;
}

/** The reason a service gives: a problem's detail and entries, an envelope's message, or its text. */
function reason(body: unknown): string {
  const { detail, msg, message, error, title, errors } = Object(body) as Record<string, unknown>;
  const isText = (part: unknown) => typeof part === "string" && part;
  const text = [detail, msg, message, Object(error).message, error, title, body].find(isText);
  const parts = [text, errors]
    .flat()
    .map((part) =>
      isText(part)
        ? part
        : Object.values(Object(part)).filter(isText).join(" ") || JSON.stringify(part),
    );
  return (parts.filter(Boolean).join("; ") || JSON.stringify(body) || "no body").slice(0, 300);
}

/**
 * The data of a response.
 *
 * @throws ApiError of kind `http`, `decode` or `envelope`.
 */
export function readData(
  response: Response,
  text: string,
  context: RequestContext,
): ApiResponse<unknown> {
  const { rule, options } = context;
  const { status } = response;
  const fail: Fail = (what, cause) => {
    throw new CallError(
      "decode",
      context,
      `${status} with ${what}; is baseUrl right?`,
      cause,
      response,
    );
  };
  if (!response.ok) {
    let body: unknown = text || undefined;
    try {
      body = decode(text, fail);
    } catch {}
    // A browser hides where a redirect leads, and its status: it is 0 then.
    const what =
      status < 400
        ? `redirect to ${redact(response.headers.get("location") ?? "unknown location")} not followed; is baseUrl right?`
        : reason(body);
    throw new CallError("http", context, `${status} ${what}`, undefined, response, {
      body,
      retryAfterMs: retryAfterMs(response),
    });
  }
  const data = (options.read ?? readObject)(text, fail, rule);
  options.open?.(data, response, context);
  return { data, response };
}

/** The data of an operation that returns an object. */
function readObject(text: string, fail: Fail): unknown {
  const data = decode(text, fail);
  return typeOf(data) === "object" ? data : fail(`JSON of type ${typeOf(data)}, expected object`);
}

/** The data of an operation, which may return other than an object, or nothing. */
function readAny(text: string, fail: Fail, { noContent, returns }: Operation): unknown {
  try {
    const data = decode(text, fail);
    const type = returns ?? (noContent ? "any" : "object");
    return type === "any" || isOf([type], data)
      ? data
      : fail(`JSON of type ${typeOf(data)}, expected ${type}`);
  } catch (error) {
    // Text such as `OK` says no more than the status did; a page says that another server responded.
    if (
      noContent &&
      !(returns ? /^\s*([<[{"]|(-?\d\S*|true|false|null)\s*$)/ : /^\s*</).test(text)
    ) {
      return undefined;
    }
    throw error;
  }
}

/** The part of a client whose operations return other than an object. */
export const results = { read: readAny };

/** The part of a client whose responses are envelopes. */
export const envelopes = {
  /**
   * Checks the code of an envelope.
   *
   * @throws ApiError of kind `envelope`.
   */
  open(body: unknown, response: Response, context: RequestContext): void {
    const {
      rule: { envelope },
      options: { successCodes },
    } = context;
    if (envelope && successCodes) {
      const { [envelope.codeField]: code, [envelope.messageField]: msg } = Object(body);
      if (!successCodes.includes(code)) {
        throw new CallError(
          "envelope",
          context,
          `code ${JSON.stringify(code)}: ${reason(body)}`,
          undefined,
          response,
          { code, msg, body },
        );
      }
    }
  },
};
