import type { ApiError } from "@chainkit/client";
import { BASE_URL, TOKEN } from "./options.ts";
import type { Redact } from "./redact.ts";

type HttpError = Extract<ApiError, { kind: "http" }>;

/** Properties of the server that error texts mention. */
export interface ErrorContext {
  readonly baseUrl: string;
  /** Whether calling again could make a change twice. */
  readonly isWrite: boolean;
  /** Returns the environment variable of a setting. */
  readonly variable: (setting: string) => string;
  /** Whether a token was sent. */
  readonly hasToken: boolean;
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
      return `${error.message}. Correct ${error.parameter} and call again.`;
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

function httpText(error: HttpError, { hasToken, redact, variable }: ErrorContext): string {
  const { status, requestId, retryAfterMs } = error;
  const time = retryAfterMs === undefined ? "a while" : `${Math.ceil(retryAfterMs / 1000)} seconds`;
  const report = requestId ? reportOf(requestId) : "";
  const text = `${status}${detailOf(error.body, redact)}.`;
  switch (status) {
    case 400:
      return `${text} Correct the arguments and call again.`;
    case 401:
    case 403:
      return (
        `${text} ${hasToken ? "The service refused the token" : "The operation needs a token"}. Ask ` +
        `the user to set ${variable(TOKEN)} in the environment of this MCP server and restart it.`
      );
    case 404:
      return `${text} Check the chain and the identifier: it may not exist, or not yet.`;
    case 409:
      return `${text} Resolve what it names before calling again.`;
    case 429:
      return `${text} Wait ${time} before calling again.`;
    case 501:
      return `${text} The service does not implement this operation; do not call it again.`;
    default:
      if (status < 500) {
        return `${text}${report}`;
      }
      return retryAfterMs === undefined
        ? `${text} The service failed; call again later.${report}`
        : `${text} Wait ${time} before calling again.${report}`;
  }
}

/** Extracts the message of an error body: detail and parameters of a problem, or the text of an envelope. */
function detailOf(body: unknown, redact: Redact): string {
  if (typeof body !== "object" || body === null) {
    const isText = typeof body === "string" && body.trim() !== "" && !body.startsWith("<");
    return isText ? ` ${clip(redact(body))}` : "";
  }
  const { title, detail, msg, errors } = body as Readonly<Record<string, unknown>>;
  const entries = Array.isArray(errors) ? errors.map(readEntry) : [];
  const said = [detail ?? msg ?? title].filter((each) => typeof each === "string");
  const summary = said.filter((each) => !repeats(each, entries));
  const parameters = entries
    .map(({ parameter, reason }) => [parameter, reason].filter(Boolean).join(" "))
    .filter((each) => each && !summary.some((one) => one.includes(each)));
  const text = [...summary, ...parameters].map((each) => each.replace(/\.$/, "")).join("; ");
  return text ? ` ${clip(redact(text))}` : "";
}

interface Entry {
  readonly parameter: string;
  readonly reason: string;
}

/** Reads an entry of `errors`. A gateway in front of the service has entries of another form. */
function readEntry(entry: unknown): Entry {
  if (typeof entry === "string") {
    return { parameter: "", reason: entry };
  }
  const { parameter, reason, detail, message } = Object(entry) as Readonly<Record<string, unknown>>;
  const text = (...values: unknown[]) => values.find((each) => typeof each === "string") ?? "";
  return { parameter: String(text(parameter)), reason: String(text(reason, detail, message)) };
}

/** Whether a detail has no words but the reasons of the entries, as the mock server joins them. */
function repeats(detail: string, entries: readonly Entry[]): boolean {
  const rest = entries.reduce((left, { reason }) => left.replaceAll(reason, ""), detail);
  return !/[\p{L}\p{N}]/u.test(rest);
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
