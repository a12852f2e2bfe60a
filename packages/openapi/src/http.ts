/** What several packages read and write of HTTP, in one way. */

/**
 * Parses a `Retry-After` header.
 *
 * @param value Seconds, or an HTTP date.
 * @param now Milliseconds since the epoch.
 * @returns Time to wait in milliseconds; undefined if the header is missing or malformed.
 */
export function parseRetryAfter(
  value: string | null | undefined,
  now: number = Date.now(),
): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) {
    return Number(text) * 1000;
  }
  // `Date.parse` accepts much: "-5" is a date to V8.
  const date = text.endsWith("GMT") ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Quotes a text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A request to be shown as a curl command. */
export interface CurlRequest {
  readonly method: string;
  /** URL in shell syntax: a quoted word, which may contain variables. */
  readonly url: string;
  /** Headers in shell syntax. */
  readonly headers: readonly string[];
  readonly body?: string | Uint8Array | undefined;
  /** Other options, in shell syntax. */
  readonly options?: readonly string[];
}

/**
 * Formats a request as a curl command. A body of bytes is quoted as `$'…'`, which bash and zsh support.
 *
 * @param separator Text between the URL and each header, and before the body: one per line by default.
 */
export function curlCommand(
  { method, url, headers, body, options = [] }: CurlRequest,
  separator = " \\\n  ",
): string {
  // curl sends POST if there is data.
  const verb = method === (body === undefined ? "GET" : "POST") ? [] : [`--request ${method}`];
  const request = ["curl", ...options, ...verb, url].join(" ");
  const data = body === undefined ? [] : [dataOption(body)];
  return [request, ...headers.map((header) => `--header ${header}`), ...data].join(separator);
}

function dataOption(body: string | Uint8Array): string {
  if (typeof body === "string") {
    // `--data @name` would send a file.
    return `${body.startsWith("@") ? "--data-raw" : "--data"} ${shellWord(body)}`;
  }
  const bytes = [...body].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`);
  return `--data-binary $'${bytes.join("")}'`;
}

/** Error type of the contract's catalogue. */
export interface ProblemType {
  /** Last segment of the `type`, `/problems/<name>`. */
  readonly name: string;
  /** HTTP status. */
  readonly status: number;
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
}

/**
 * Returns the URI of an error type: a path, which resolves against the URL of the response, and is the same
 * for all deployments.
 */
export function problemUri({ name }: Pick<ProblemType, "name">): string {
  return `/problems/${name}`;
}

/** Headers of the page of an error type. */
export const PROBLEM_PAGE_HEADERS = {
  "cache-control": "public, max-age=3600",
  "content-security-policy": "default-src 'none'",
  "content-type": "text/html; charset=utf-8",
} as const;

/** Describes an error type as HTML, for the page at its URI. */
export function problemPage(type: ProblemType): string {
  const { status, title, cause, fix } = type;
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<h1>${title}</h1>
<p>Status ${status}, type <code>${problemUri(type)}</code></p>
<h2>Cause</h2>
<p>${marked(cause)}</p>
<h2>Fix</h2>
<p>${marked(fix)}</p>
</html>
`;
}

/** Formats text of the catalogue as HTML. */
function marked(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}
