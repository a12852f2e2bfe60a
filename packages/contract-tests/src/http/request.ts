import type { Credential } from "@chainkit/openapi";
import { curlCommand, shellWord } from "@chainkit/openapi/http";
import { placeOf, tokensOf, withQuery } from "./credential.ts";

/** A request, ready to be sent to any target. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, bytes, or a form with its boundaries. */
  readonly body?: string | Uint8Array | Blob;
  /** Whether the target's token is sent. */
  readonly withToken: boolean;
  /** How the token is sent. Default: as `Authorization: Bearer …`. */
  readonly credentials?: readonly Credential[];
  /** Whether no credentials are sent, not even a general header `Authorization`. */
  readonly isAnonymous?: boolean;
}

/** The token without its last character, in shell syntax. */
export const TRUNCATED_TOKEN = "$" + "{TOKEN%?}";

/** The token with its small letters as capitals and the other way round, in the syntax of bash. */
export const SWAPPED_TOKEN = "$" + "{TOKEN~~}";

/** Replaces `$TOKEN` in a header by the token. */
export function withToken(header: string, token: string): string {
  return header
    .replace(TRUNCATED_TOKEN, () => token.slice(0, -1))
    .replace(SWAPPED_TOKEN, () => token.replace(/[a-z]/gi, swapped))
    .replace("$TOKEN", () => token);
}

function swapped(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

/** Settings of a run that each request needs as well. */
export interface CurlSettings {
  /** Names of the general headers; the values are secret. */
  readonly headers?: readonly string[];
  /** TLS settings by name; the values are not shown. */
  readonly tls?: Readonly<Partial<Record<"ca" | "cert" | "key" | "insecure", unknown>>> | undefined;
}

/**
 * Formats a request as a curl command, with `$TOKEN` for the token, `$TARGET` for the base URL,
 * `$X_API_KEY` for the value of a general header `x-api-key`, `$BODY` for a form with files, and `$CA`, `$CERT`, `$KEY`
 * for files.
 */
export function curlLine(
  request: HttpRequest,
  { headers: general = [], tls = {} }: CurlSettings = {},
): string {
  const { method, target, headers, body, withToken, isAnonymous = false } = request;
  const { credentials } = request;
  const places = withToken ? tokensOf(credentials, general).map(placeOf) : [];
  const inHeaders = places.filter((place) => place.in === "header");
  const pairs = places.filter((place) => place.in === "query");
  const query = pairs.reduce((url, { name }) => withQuery(url, `${name}=$TOKEN`), target);
  const added = query === target ? "" : `"${query.slice(target.length)}"`;
  const files = (["ca", "cert", "key"] as const).filter((name) => tls[name] !== undefined);
  const carriers = inHeaders.map(({ name }) => name);
  const secret = isAnonymous
    ? ["authorization", ...(credentials ?? []).map((each) => placeOf(each).name)]
    : [];
  const own = [...Object.keys(headers), ...carriers, ...secret];
  // A form is made again by whoever sends it.
  const isForm = body instanceof Blob;
  return curlCommand(
    {
      method,
      url: `"$TARGET"${shellWord(target)}${added}`,
      headers: [
        ...general.filter((name) => !own.includes(name)).map(variableHeader),
        ...inHeaders.filter(({ isBase64 }) => !isBase64).map(tokenHeader),
        ...Object.entries(headers).map(([name, value]) => {
          const header = `${name}: ${value}`;
          return name === "authorization" ? `"${header}"` : shellWord(header);
        }),
      ],
      body: isForm ? undefined : body,
      options: [
        "-i",
        ...(isForm ? ['--data-binary "$BODY"'] : []),
        ...(inHeaders.some(({ isBase64 }) => isBase64) ? ['--user "$TOKEN"'] : []),
        ...files.map((name) => `--${name === "ca" ? "cacert" : name} "$${name.toUpperCase()}"`),
        ...(tls.insecure ? ["-k"] : []),
      ],
    },
    " ",
  );
}

function tokenHeader({ name, before }: { readonly name: string; readonly before: string }): string {
  const shown = name.charAt(0).toUpperCase() + name.slice(1);
  return `"${shown}: ${before}$TOKEN"`;
}

function variableHeader(name: string): string {
  return `"${name}: $${name.toUpperCase().replace(/[^A-Z0-9]/g, "_")}"`;
}
