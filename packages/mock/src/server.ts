import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Listening, listenAt } from "@chainkit/command";
import { NoSampleError } from "@chainkit/openapi";
import {
  type MockResponse,
  type ProblemTypes,
  problem,
  readProblemTypes,
  respondWithPage,
  withBody,
} from "./problem.ts";
import { BodyTooLargeError, readRequest } from "./request.ts";
import { respond } from "./respond.ts";
import { createRouter, type Router } from "./routes.ts";
import { loadOperations, type SpecDocument } from "./specs.ts";

/** Options of `startMock`. */
export interface MockOptions {
  /** TCP port, 0 to 65535. Default: a free port. */
  readonly port?: number;
  /** Host to listen on. Default: 127.0.0.1 (loopback only). */
  readonly host?: string;
  /**
   * Documents to serve instead of the chainkit APIs: OpenAPI 3.0 or 3.1 without external references, as
   * objects or as paths of YAML or JSON files.
   */
  readonly specs?: readonly (string | SpecDocument)[];
}

/** Running mock. `url` is the base URL of all API areas; `close` resolves once the port is released. */
export type Mock = Listening;

/**
 * Starts a mock of all API areas on one port. It returns the examples of the contract and validates
 * every request against it.
 *
 * @returns The running mock.
 * @throws Error if the port is in use (`code` is `EADDRINUSE`), or a spec cannot be read; the message names it.
 * @example
 * ```ts
 * const mock = await startMock();
 * const response = await fetch(`${mock.url}/v2/ethereum/blocks/latest`);
 * await mock.close();
 * ```
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port, host, specs } = options;
  const router = createRouter(await loadOperations(specs));
  const types = specs ? [] : await readProblemTypes();
  const server = createServer((incoming, outgoing) => {
    // Rejects only if the connection broke, so no response can be sent.
    handle(router, types, incoming, outgoing).catch(() => outgoing.destroy());
  });
  // The contract suite in the same process is busy for longer than a connection is kept by default.
  server.keepAliveTimeout = 60_000;
  return listenAt(server, { port, host });
}

async function handle(
  router: Router,
  types: ProblemTypes,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = "GET" } = incoming;
  const isPreflight =
    method === "OPTIONS" && incoming.headers["access-control-request-method"] !== undefined;
  const response: MockResponse = isPreflight
    ? { status: 204, headers: preflightHeaders(incoming) }
    : withBody(await readAndRespond(router, types, method, incoming), types);
  const exposed = Object.keys(response.headers).join(", ");
  outgoing.writeHead(response.status, {
    ...response.headers,
    "access-control-allow-origin": "*",
    ...(exposed ? { "access-control-expose-headers": exposed } : {}),
    ...(response.body === undefined ? {} : { "content-length": Buffer.byteLength(response.body) }),
  });
  outgoing.end(response.body);
}

async function readAndRespond(
  router: Router,
  types: ProblemTypes,
  method: string,
  incoming: IncomingMessage,
): Promise<MockResponse> {
  try {
    const request = await readRequest(incoming);
    return respondWithPage(types, method, request) ?? (await respond(router, method, request));
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      return problem(413, error.message);
    }
    if (error instanceof NoSampleError) {
      return problem(501, error.message);
    }
    if (incoming.errored) {
      throw error;
    }
    return problem(500, `internal error of the mock: ${(error as Error).message}`);
  }
}

/** Allows every origin: the mock has no secrets, and documentation pages call it. */
function preflightHeaders(incoming: IncomingMessage): Record<string, string> {
  const { headers } = incoming;
  return {
    "access-control-allow-methods": headers["access-control-request-method"] ?? "*",
    "access-control-allow-headers": headers["access-control-request-headers"] ?? "*",
    "access-control-max-age": "600",
  };
}
