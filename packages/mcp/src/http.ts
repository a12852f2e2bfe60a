import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenAt } from "@chainkit/command";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";
import { assertCallersKnown, guard, refuse, requireToken } from "./guard.ts";
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
  const { callerToken, insecure } = options;
  assertCallersKnown({ host, callerToken, insecure, allowWrites: offersWrites(factory) });
  const onerror = (error: Error) => logger?.warn(error.message);
  const handler = createMcpHandler(factory, { onerror, maxRequestBodySize: MAX_BODY });
  const answer = toNodeHandler(handler, { onerror, maxRequestBodySize: MAX_BODY });
  const name = host.includes(":") ? `[${host}]` : host;
  const checkOrigin = guard([...allowHosts, name], allowOrigins);
  const checkToken = callerToken === undefined ? () => true : requireToken(callerToken);
  /** Asynchronous, so that whatever it throws ends a connection and not the process. */
  const route = async (request: IncomingMessage, response: ServerResponse) => {
    if (!checkOrigin(request, response)) {
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
    if (!checkToken(request, response)) {
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
