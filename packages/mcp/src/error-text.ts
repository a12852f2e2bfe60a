import type { ApiError } from "@chainkit/client";
import { BASE_URL } from "./options.ts";
import { reasonsOf } from "./reasons.ts";
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

function httpText(error: HttpError, context: ErrorContext): string {
  const { status, requestId, retryAfterMs } = error;
  const { redact, isOfChains } = context;
  const time = retryAfterMs === undefined ? "a while" : `${Math.ceil(retryAfterMs / 1000)} seconds`;
  const report = requestId ? reportOf(requestId) : "";
  const text = `${status}${detailOf(error.body, redact)}.`;
  switch (status) {
    case 400:
    case 422:
      return `${text} Correct the arguments and call again.`;
    case 401:
    case 403:
      return `${text}${credentialAdvice(context)}`;
    case 404:
      return isOfChains
        ? `${text} Check the chain and the identifier: it may not exist, or not yet.`
        : `${text} Check the arguments: what they name may not exist.`;
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
