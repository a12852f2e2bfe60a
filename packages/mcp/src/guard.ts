import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { BlockList, isIP } from "node:net";
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

/** A bearer token (RFC 6750) that cannot be guessed. */
const TOKEN = /^[\w.~+/-]{16,}=*$/;

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** What decides whether a server must know its callers. */
interface Exposure {
  /** Address to listen on. */
  readonly host: string;
  /** Token that every caller must send. */
  readonly callerToken?: string | undefined;
  /** Whether the server may do without. */
  readonly insecure?: boolean | undefined;
  /** Whether tools that change data are offered. */
  readonly allowWrites: boolean;
}

/**
 * Checks the token of the server's own callers, without which a server may neither be reached from other
 * machines nor change data.
 *
 * @throws Error if the token is missing or can be guessed.
 */
export function assertCallersKnown({ host, callerToken, insecure, allowWrites }: Exposure): void {
  if (callerToken !== undefined && !TOKEN.test(callerToken)) {
    throw new Error(
      "the token of callers must have at least 16 characters, of those that a bearer token may have; " +
        "create one, for example with: openssl rand -hex 32",
    );
  }
  if (callerToken !== undefined || insecure) {
    return;
  }
  const fix =
    "set CHAINKIT_MCP_TOKEN (callerToken), or --insecure if something else checks callers";
  if (!isLoopback(host)) {
    throw new Error(`${host || "every address"} can be reached from other machines; ${fix}`);
  }
  if (allowWrites) {
    throw new Error(`over HTTP, --allow-writes lets every local program change data; ${fix}`);
  }
}

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === "localhost" : loopback.check(host, family === 6 ? "ipv6" : "ipv4");
}

/** Lets requests proceed that carry the token, and responds with 401 to others. */
export function requireToken(token: string): Guard {
  const expected = digest(token);
  return (request, response) => {
    const { authorization } = request.headers;
    const sent = /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    // Digests have the same length, and comparing them takes the same time whatever was sent.
    if (sent !== undefined && timingSafeEqual(digest(sent), expected)) {
      return true;
    }
    response.setHeader(
      "www-authenticate",
      authorization === undefined ? "Bearer" : 'Bearer error="invalid_token"',
    );
    refuse(response, 401, "send the token of this MCP server: Authorization: Bearer <token>");
    return false;
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
