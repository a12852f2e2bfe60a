import type { ApiError } from "@chainkit/client";
import { asObject, type JsonObject } from "@chainkit/openapi";
import { BASE_URL } from "./options.ts";
import type { Redact } from "./redact.ts";

type HttpError = Extract<ApiError, { kind: "http" }>;

/** Properties of the server that error texts mention. */
export interface ErrorContext {
  readonly baseUrl: string;
  /** Whether calling again could make a change twice. */
  readonly isWrite: boolean;
  /** Returns the environment variable of a setting. */
  readonly variable: (setting: string) => string;
  /** Settings of the credentials that the operation takes. */
  readonly credentials: readonly string[];
  /** Whether some of them are set. */
  readonly hasCredentials: boolean;
  /** Whether the operation is one of chainkit's, which name a chain. */
  readonly isOfChains: boolean;
  /** Returns the argument of a parameter. */
  readonly argumentOf: (parameter: string) => string;
  /** Removes the token from a text, before the text is cut. */
  readonly redact: Redact;
}

const MAX_DETAIL = 500;

/** Says what happened in a failed call and what to do about it, for a model and its user. */
export function errorText(error: ApiError, context: ErrorContext): string {
  if (context.isWrite && mayHaveArrived(error)) {
    const { requestId } = error as Partial<HttpError>;
    const what =
      error.kind === "http"
        ? `${error.operation}: ${error.status}${detailOf(error.body, context.redact)}`
        : error.message;
    return (
      `${what}. The change may have been made all the same: check that before calling again.` +
      (requestId ? reportOf(requestId) : "")
    );
  }
  switch (error.kind) {
    case "http":
      return error.status < 400
        ? // The client says where the redirect leads, which the body does not.
          `${error.message} Set the URL it leads to: --base-url or ${context.variable(BASE_URL)}.`
        : `${error.operation}: ${httpText(error, context)}`;
    case "network":
      return (
        `${error.operation}: no connection to ${context.baseUrl} (${causeOf(error)}). Check that the ` +
        `service runs, and the base URL: --base-url or ${context.variable(BASE_URL)}.`
      );
    case "timeout":
      return `${error.message}. Call again later, or ask for less: fewer rows per page.`;
    case "decode":
      // The client's own advice names an option that neither a model nor its user has.
      return (
        `${error.message.replace(/; is baseUrl right\?$/, "")}. Check that ${context.baseUrl} is the base URL of the service: ` +
        `--base-url or ${context.variable(BASE_URL)}.`
      );
    case "input":
      return `${error.message}. Correct ${context.argumentOf(error.parameter)} and call again.`;
    default:
      return error.message;
  }
}

/** Whether the service may have carried out a request that failed. */
function mayHaveArrived(error: ApiError): boolean {
  switch (error.kind) {
    case "http":
      return error.status >= 500 && error.status !== 501;
    case "network":
      return !/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(causeOf(error));
    default:
      return error.kind === "decode" || (error.kind === "timeout" && error.attempts > 0);
  }
}

const reportOf = (requestId: string) => ` Quote request id ${requestId} when reporting it.`;

function httpText({ status, body, requestId, retryAfterMs }: HttpError, context: ErrorContext) {
  const text = `${status}${detailOf(body, context.redact)}.`;
  const report = requestId ? reportOf(requestId) : "";
  const time = retryAfterMs === undefined ? "a while" : `${Math.ceil(retryAfterMs / 1000)} seconds`;
  const wait = `Wait ${time} before calling again.`;
  switch (status) {
    case 400:
    case 422:
      return `${text} Correct the arguments and call again.`;
    case 401:
    case 403:
      return `${text}${credentialAdvice(context)}`;
    case 404:
      return context.isOfChains
        ? `${text} Check the chain and the identifier: it may not exist, or not yet.`
        : `${text} Check the arguments: what they name may not exist.`;
    case 409:
      return `${text} Resolve what it names before calling again.`;
    case 429:
      return `${text} ${wait}`;
    case 501:
      return `${text} The service does not implement this operation; do not call it again.`;
    default: {
      const failed = retryAfterMs === undefined ? "The service failed; call again later." : wait;
      return status < 500 ? `${text}${report}` : `${text} ${failed}${report}`;
    }
  }
}

/** What to do about credentials that are missing or refused; nothing if the operation takes none. */
function credentialAdvice({ credentials, hasCredentials, variable }: ErrorContext): string {
  if (credentials.length === 0) {
    return "";
  }
  const what = hasCredentials ? "The service refused the token" : "The operation needs a token";
  const variables = credentials.map(variable).join(" or ");
  return ` ${what}. Ask the user to set ${variables} in the environment of this MCP server and restart it.`;
}

/** The reasons of an error body, after a space. */
function detailOf(body: unknown, redact: Redact): string {
  const text = reasonsOf(body).join("; ");
  return text.trim() === "" ? "" : ` ${clip(redact(text))}`;
}

function clip(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim().replace(/\.$/, "");
  return line.length > MAX_DETAIL ? `${line.slice(0, MAX_DETAIL)}…` : line;
}

/** The reason of a network error: fetch keeps it in causes, the last of which has a code. */
function causeOf(error: Error): string {
  let cause: unknown = error;
  while (cause instanceof Error && cause.cause instanceof Error) {
    cause = cause.cause;
  }
  const { code, message } = cause as Error & { readonly code?: unknown };
  return typeof code === "string" ? code : message;
}

/** Members that say why, the best first. */
const TEXTS = [
  ...["detail", "message", "msg", "reason", "error_description", "error_message", "errorMessage"],
  ...["description", "faultstring", "title", "error", "code"],
];

/** Members that name what is at fault. */
const PLACES = ["parameter", "param", "field", "path", "property", "loc", "pointer", "source"];

/** Members that hold further reasons. */
const LISTS = ["error", "errors", "detail", "details", "fault", "violations", "issues"];

/** Deepest nesting in which reasons are sought. */
const MAX_DEPTH = 5;

interface Reason {
  readonly place: string;
  readonly text: string;
}

/**
 * Lists the reasons of an error body in whatever form it comes: problem details, an envelope, `{error: {message}}`,
 * `{message}`, `{detail: [{loc, msg}]}`, or texts by field.
 *
 * @returns Sentences; the JSON of a body that has none of these members.
 */
function reasonsOf(body: unknown): string[] {
  if (typeof body === "string" && body.startsWith("<")) {
    return [];
  }
  const sentences: string[] = [];
  for (const { place, text } of readReasons(body, 0)) {
    const sentence = [place, text].filter(Boolean).join(" ").trim().replace(/\.$/, "");
    if (sentence !== "" && !sentences.some((each) => each.includes(sentence))) {
      sentences.push(sentence);
    }
  }
  const isTold = sentences.length > 0 || Object.keys(asObject(body)).length === 0;
  return isTold ? sentences : [JSON.stringify(body)];
}

function readReasons(value: unknown, depth: number): Reason[] {
  if (typeof value === "string") {
    return [{ place: "", text: value }];
  }
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) {
    return [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((each) => readReasons(each, depth + 1));
  }
  const members = asObject(value);
  const place = depth > 0 ? placeOf(members) : "";
  const text = TEXTS.map((name) => members[name]).find((each) => typeof each === "string");
  const inner = LISTS.flatMap((name) => readList(members[name], depth + 1));
  const isOwn = place !== "" || (text !== undefined && !repeats(String(text), inner));
  return [...(isOwn ? [{ place, text: String(text ?? "") }] : []), ...inner];
}

/** The reasons in a member that holds some: an error, a list of errors, or the errors of each field. */
function readList(value: unknown, depth: number): Reason[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  const reasons = readReasons(value, depth);
  return reasons.length > 0 || Array.isArray(value)
    ? reasons
    : Object.entries(value).flatMap(([field, each]) =>
        readReasons(each, depth + 1).map(({ text }) => ({ place: field, text })),
      );
}

function placeOf(members: JsonObject): string {
  for (const value of PLACES.map((name) => members[name])) {
    if (typeof value === "string") {
      return value;
    }
    if (Array.isArray(value) && value.length > 0) {
      return value.join(".");
    }
    const inner = placeIn(value);
    if (inner !== "") {
      return inner;
    }
  }
  return "";
}

/** The place in an object that names one, as `source` of JSON:API does. */
function placeIn(value: unknown): string {
  const { pointer, parameter } = asObject(value);
  return [pointer, parameter].filter((each) => typeof each === "string").join(" ");
}

/** Whether a text has no words but the reasons of others, as some services join them. */
function repeats(text: string, reasons: readonly Reason[]): boolean {
  const rest = reasons.reduce((left, each) => left.replaceAll(each.text, ""), text);
  return reasons.length > 0 && !/[\p{L}\p{N}]/u.test(rest);
}
