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

/** Replaces `$TOKEN` in a header by the token. */
export function withToken(header: string, token: string): string {
  return header.replace(TRUNCATED_TOKEN, () => token.slice(0, -1)).replace("$TOKEN", () => token);
}

/** Formats a request as a curl command; `$TOKEN` stands for the token, `$TARGET` for the base URL. */
export function curlLine(request: HttpRequest, base = "$TARGET"): string {
  const { method, target, headers, body, withToken } = request;
  const parts = ["curl -i"];
  if (method !== "GET") {
    parts.push(`-X ${method}`);
  }
  if (withToken) {
    parts.push('-H "Authorization: Bearer $TOKEN"');
  }
  for (const [name, value] of Object.entries(headers)) {
    const header = `${name}: ${value}`;
    const isExpanded = name === "authorization" && /\$(TOKEN|\{TOKEN)/.test(value);
    parts.push(`-H ${isExpanded ? `"${header}"` : quoted(header)}`);
  }
  if (typeof body === "string") {
    parts.push(`--data-raw ${quoted(body)}`);
  } else if (body) {
    parts.push(`--data-binary $'${[...body].map(escaped).join("")}'`);
  }
  parts.push(base === "$TARGET" ? `"$TARGET"${quoted(target)}` : quoted(base + target));
  return parts.join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function escaped(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}
