import { curlCommand, shellWord } from "@chainkit/openapi/http";

/** A request, ready to be sent to any target. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Whether the target's token is sent as `Authorization: Bearer …`. */
  readonly withToken: boolean;
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
  readonly tls?: Readonly<Partial<Record<"ca" | "cert" | "key" | "insecure", unknown>>>;
}

/**
 * Formats a request as a curl command, with `$TOKEN` for the token, `$TARGET` for the base URL,
 * `$X_API_KEY` for the value of a general header `x-api-key`, and `$CA`, `$CERT`, `$KEY` for files.
 */
export function curlLine(
  request: HttpRequest,
  { headers: general = [], tls = {} }: CurlSettings = {},
): string {
  const { method, target, headers, body, withToken, isAnonymous = false } = request;
  const files = (["ca", "cert", "key"] as const).filter((name) => tls[name] !== undefined);
  const own = [...Object.keys(headers), ...(withToken || isAnonymous ? ["authorization"] : [])];
  return curlCommand(
    {
      method,
      url: `"$TARGET"${shellWord(target)}`,
      headers: [
        ...general.filter((name) => !own.includes(name)).map(variableHeader),
        ...(withToken ? ['"Authorization: Bearer $TOKEN"'] : []),
        ...Object.entries(headers).map(([name, value]) => {
          const header = `${name}: ${value}`;
          const isExpanded = name === "authorization" && /\$(TOKEN|\{TOKEN)/.test(value);
          return isExpanded ? `"${header}"` : shellWord(header);
        }),
      ],
      body,
      options: [
        "-i",
        ...files.map((name) => `--${name === "ca" ? "cacert" : name} "$${name.toUpperCase()}"`),
        ...(tls.insecure ? ["-k"] : []),
      ],
    },
    " ",
  );
}

function variableHeader(name: string): string {
  return `"${name}: $${name.toUpperCase().replace(/[^A-Z0-9]/g, "_")}"`;
}
