import { errorsOf, explain, sampleOf, withStatus } from "@chainkit/openapi";
import type { JsonSchema, OperationDescription, ResponseDescription } from "@chainkit/runtime";
import { cutPage, exampleItems } from "./paging.ts";
import { Reply } from "./reply.ts";

type Json = Readonly<Record<string, unknown>>;

/** A response, ready to be sent; offline if there is none. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly delayMs: number;
  readonly isOffline: boolean;
}

/**
 * Builds the response of an operation.
 *
 * @param given A reply, a body, or the items of a listing.
 * @throws BadParameterError if the cursor is invalid; Error if the response would break the contract.
 */
export function respond(operation: OperationDescription, params: Json, given: unknown): Answer {
  const reply = given instanceof Reply ? given : new Reply({ body: given });
  const { headers, delayMs, isOffline } = reply;
  if (isOffline) {
    return { status: 0, headers: {}, delayMs, isOffline };
  }
  const [success = "200"] = Object.keys(operation.responses).filter((each) => /^2/.test(each));
  const code = reply.status ?? Number(success.replace("XX", "00"));
  const documented = responseOf(operation, code);
  // A HEAD has the headers alone (RFC 9110, 9.3.2).
  const isHead = operation.method === "HEAD";
  const body = isHead ? undefined : bodyOf(operation, params, reply, code, documented);
  const [wrong] = body === undefined ? [] : faultsOf(documented, body);
  if (wrong) {
    const { pointer, reason } = explain(wrong);
    const what = `the mocked ${code} response breaks the contract`;
    throw new Error(`${operation.id}: ${what} at ${pointer || "its root"}: ${reason}`);
  }
  const type = documented?.mediaType ?? (code < 400 ? "application/json" : PROBLEM);
  const typed = body === undefined ? headers : { "content-type": type, ...headers };
  return { status: code, body, headers: typed, delayMs, isOffline };
}

export const PROBLEM = "application/problem+json";

/** Returns the documented response for a status: its own entry, its range (`4XX`) or `default`. */
export function responseOf(
  { responses }: OperationDescription,
  code: number,
): ResponseDescription | undefined {
  return responses[code] ?? responses[`${Math.floor(code / 100)}XX`] ?? responses.default;
}

/** What is wrong with a body. The schema of a stream of events is that of their data. */
function faultsOf({ schema, mediaType }: Partial<ResponseDescription> = {}, body: unknown) {
  const isStream = mediaType?.startsWith("text/event-stream") && typeof body === "string";
  return schema && !isStream ? errorsOf(schema, schema, body, "response") : [];
}

/** The first example that keeps to the contract, or else a value made of the schema. */
function sampleIn(
  { id }: OperationDescription,
  code: number,
  documented: Partial<ResponseDescription> = {},
): unknown {
  const { schema, mediaType, examples = {} } = documented;
  const valid = Object.values(examples).find((each) => faultsOf(documented, each).length === 0);
  if (valid !== undefined || (!schema && mediaType === undefined)) {
    return valid;
  }
  const stated: JsonSchema = schema ?? { type: "string" };
  const made = sampleOf(stated, stated, `${id}: response ${code}`, "response");
  return withStatus(made, mediaType ?? "", code);
}

function bodyOf(
  operation: OperationDescription,
  params: Json,
  { body, example }: Reply,
  code: number,
  documented: ResponseDescription | undefined,
): unknown {
  const examples = documented?.examples ?? {};
  const shown = sampleIn(operation, code, documented);
  if (example !== undefined && !Object.hasOwn(examples, example)) {
    const names = Object.keys(examples).join(", ") || "none";
    throw new Error(`${operation.id}: has no example ${example}; expected one of ${names}`);
  }
  if (operation.pagination && code < 300 && example === undefined) {
    const pages = exampleItems(operation, Object.values(examples));
    const own = Array.isArray(body) ? body : undefined;
    if (own || body === undefined) {
      // Examples are split into pages where the contract splits them.
      const most = own ? undefined : pages.most;
      return cutPage(operation, own ?? pages.items, params, Object(shown), most);
    }
  }
  if (body !== undefined) {
    return body;
  }
  if (example !== undefined) {
    return examples[example];
  }
  return (
    shown ??
    (code >= 400 ? { type: "about:blank", title: `Status ${code}`, status: code } : undefined)
  );
}
