import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";
import { type Guard, guard } from "./guard.ts";
import type { Logger } from "./options.ts";

/** Address and allowed clients of a server. */
export interface HttpOptions {
  /** TCP port. Default: a free one. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Host names that clients may use for the server, in addition to loopback names and `host`. */
  readonly allowHosts?: readonly string[];
  /** Origins of web pages that may call the server, e.g. `https://app.example.com`. Default: none. */
  readonly allowOrigins?: readonly string[];
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

/** Maximum size of a request; arguments of tools are smaller. */
const MAX_BODY = 1024 * 1024;

/**
 * Serves MCP over streamable HTTP at `/mcp`, without sessions, as in the current revision of the protocol.
 * Clients of earlier revisions are supported as well.
 *
 * @param factory Creates a server for each request.
 * @throws Error if the port is in use or an origin is invalid.
 * @example
 * const server = await serveHttp(createMcpFactory({ baseUrl: "https://api.example.com" }), {
 *   port: 4020,
 * });
 * console.log(server.url); // http://127.0.0.1:4020/mcp
 */
export async function serveHttp(
  factory: McpServerFactory,
  { port = 0, host = "127.0.0.1", allowHosts = [], allowOrigins = [], logger }: HttpOptions = {},
): Promise<McpHttpServer> {
  const onerror = (error: Error) => logger?.warn(error.message);
  const handler = createMcpHandler(factory, { onerror, maxRequestBodySize: MAX_BODY });
  const answer = toNodeHandler(handler, { onerror, maxRequestBodySize: MAX_BODY });
  const name = host.includes(":") ? `[${host}]` : host;
  const check = guard([...allowHosts, name], allowOrigins);
  const server = createServer((request, response) => route(request, response, check, answer));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  const { address, family, port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${bound}${PATH}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function route(
  request: IncomingMessage,
  response: ServerResponse,
  check: Guard,
  answer: ReturnType<typeof toNodeHandler>,
): void {
  if (!check(request, response)) {
    return;
  }
  if (new URL(request.url ?? "", "http://localhost").pathname !== PATH) {
    response.writeHead(404, { "content-type": "text/plain" }).end(`MCP is served at ${PATH}\n`);
    return;
  }
  if (request.method === "OPTIONS") {
    response.writeHead(204).end();
    return;
  }
  answer(request as Parameters<typeof answer>[0], response).catch(() => response.destroy());
}
