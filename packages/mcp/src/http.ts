import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { BlockList, isIP } from "node:net";
import { listenAt } from "@chainkit/command";
import { hostHeaderValidation, toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  localhostAllowedHostnames,
  type McpServerFactory,
} from "@modelcontextprotocol/server";
import type { Logger } from "./options.ts";
import { offersWrites } from "./server.ts";

/** Address and allowed callers of a server. */
export interface HttpOptions {
  /** TCP port. Default: a free one. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Host names that clients may use for the server, in addition to loopback names and `host`. */
  readonly allowHosts?: readonly string[];
  /** Origins of web pages that may call the server, e.g. `https://app.example.com`. Default: none. */
  readonly allowOrigins?: readonly string[];
  /**
   * Bearer token that callers of this server must send, at least 16 characters. It is not a token of the
   * service. Required if `host` is not a loopback address, or if the factory allows writes.
   */
  readonly callerToken?: string;
  /** Whether to serve without a token where one is required, for example behind a proxy that checks callers. */
  readonly insecure?: boolean;
  /** Where failures are logged. Default: nowhere. */
  readonly logger?: Logger;
}

/** A running HTTP server. */
export interface McpHttpServer {
  /** URL of the MCP endpoint. */
  readonly url: string;
  /** Aborts the calls in progress and stops listening. */
  close(): Promise<void>;
}

const PATH = "/mcp";

/** Longer than the 60 s of common clients and proxies, so that they close idle connections first. */
const KEEP_ALIVE_MS = 65_000;

/** Maximum size of a request; arguments of tools are smaller. */
const MAX_BODY = 1024 * 1024;

/**
 * Serves MCP over streamable HTTP at `/mcp`, without sessions, as in the current revision of the protocol.
 * Clients of earlier revisions are supported as well.
 *
 * @param factory Creates a server for each request.
 * @throws Error if the port is in use, an origin or the token is invalid, or a required token is missing.
 * @example
 * const server = await serveHttp(createMcpFactory({ baseUrl: "https://api.example.com" }), {
 *   port: 4020,
 * });
 * console.log(server.url); // http://127.0.0.1:4020/mcp
 */
export async function serveHttp(
  factory: McpServerFactory,
  options: HttpOptions = {},
): Promise<McpHttpServer> {
  const { port, host = "127.0.0.1", allowHosts = [], allowOrigins = [], logger } = options;
  const { callerToken } = options;
  assertCallersKnown(host, options, offersWrites(factory));
  const onerror = (error: Error) => logger?.warn(error.message);
  const handler = createMcpHandler(factory, { onerror, maxRequestBodySize: MAX_BODY });
  const answer = toNodeHandler(handler, { onerror, maxRequestBodySize: MAX_BODY });
  const name = host.includes(":") ? `[${host}]` : host;
  // A page in the user's browser reaches a server on the user's machine under a name of the page's own
  // (DNS rebinding), or directly; the first shows in `Host`, the second in `Origin`, which programs do not send.
  const checkHost = hostHeaderValidation([...localhostAllowedHostnames(), ...allowHosts, name]);
  const origins = new Set(allowOrigins.map(readOrigin));
  /** Asynchronous, so that whatever it throws ends a connection and not the process. */
  const route = async (request: IncomingMessage, response: ServerResponse) => {
    if (!checkHost(request, response) || !checkOrigin(request, response, origins)) {
      return;
    }
    if (pathOf(request.url) !== PATH) {
      response.writeHead(404, { "content-type": "text/plain" }).end(`MCP is served at ${PATH}\n`);
      return;
    }
    // Browsers send no token when they ask whether they may call.
    if (request.method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    if (callerToken !== undefined && !checkToken(request, response, callerToken)) {
      return;
    }
    if (request.method !== "POST") {
      response.setHeader("allow", "OPTIONS, POST");
      refuse(response, 405, "only POST is supported");
      return;
    }
    request.url = PATH;
    await answer(request as Parameters<typeof answer>[0], response);
  };
  const server = createServer((request, response) => {
    route(request, response).catch((error) => {
      onerror(error);
      response.destroy();
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const { url, close } = await listenAt(server, { port, host });
  return { url: url + PATH, close };
}

/** The path of a request target, which need not be a URL: `//`, `*` and `http://[` are not. */
function pathOf(target = ""): string | undefined {
  return target.replace(/^https?:\/\/[^/?#]*/i, "").split("?")[0];
}

/** Headers that browsers ask permission for, beyond those of every request. */
const REQUEST_HEADERS =
  "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id";

/** Lets requests proceed that programs send, or pages of the allowed origins; others are refused, those of the loopback included. */
function checkOrigin(
  { headers: { origin } }: IncomingMessage,
  response: ServerResponse,
  allowed: ReadonlySet<string>,
): boolean {
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
}

/** Responds with an error as clients of MCP read it. */
function refuse(response: ServerResponse, status: number, message: string): void {
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

/**
 * Checks the token of the server's own callers, without which a server may neither be reached from other
 * machines nor change data.
 *
 * @throws Error if the token is missing or can be guessed.
 */
function assertCallersKnown(
  host: string,
  { callerToken, insecure }: HttpOptions,
  allowWrites: boolean,
): void {
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
function checkToken(
  { headers: { authorization } }: IncomingMessage,
  response: ServerResponse,
  token: string,
): boolean {
  const sent = /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
  // Digests have the same length, and comparing them takes the same time whatever was sent.
  if (sent !== undefined && timingSafeEqual(digest(sent), digest(token))) {
    return true;
  }
  response.setHeader(
    "www-authenticate",
    authorization === undefined ? "Bearer" : 'Bearer error="invalid_token"',
  );
  refuse(response, 401, "send the token of this MCP server: Authorization: Bearer <token>");
  return false;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
