import type { IncomingMessage, ServerResponse } from "node:http";
import { hostHeaderValidation } from "@modelcontextprotocol/node";
import { localhostAllowedHostnames } from "@modelcontextprotocol/server";

/** Returns whether a request may proceed; otherwise it has been answered. */
export type Guard = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Headers that browsers ask permission for, beyond those of every request. */
const REQUEST_HEADERS =
  "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id";

/**
 * Guards a server that listens on the user's machine. A page in the user's browser reaches it under a
 * name of the page's own (DNS rebinding), or directly; the first shows in `Host`, the second in
 * `Origin`, which programs do not send.
 *
 * @param hosts Host names besides those of the loopback.
 * @param origins Origins that may call; others are refused, those of the loopback included.
 * @throws Error if one of `origins` is not an origin.
 */
export function guard(hosts: readonly string[], origins: readonly string[]): Guard {
  const allowed = new Set(origins.map(readOrigin));
  const checkHost = hostHeaderValidation([...localhostAllowedHostnames(), ...hosts]);
  return (request, response) => {
    if (!checkHost(request, response)) {
      return false;
    }
    const { origin } = request.headers;
    if (origin === undefined) {
      return true;
    }
    if (!allowed.has(origin)) {
      refuse(response, 403, `origin ${origin.slice(0, 200)} is not allowed; see --allow-origin`);
      return false;
    }
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("access-control-allow-headers", REQUEST_HEADERS);
    response.setHeader("access-control-allow-methods", "POST");
    response.setHeader("vary", "Origin");
    return true;
  };
}

/** Responds with an error as clients of MCP read it. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  const body = { jsonrpc: "2.0", error: { code: -32000, message }, id: null };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.origin === "null" || url.href !== `${url.origin}/`) {
    throw new Error(
      `${JSON.stringify(text)} is not an origin; expected one such as https://app.example.com`,
    );
  }
  return url.origin;
}
