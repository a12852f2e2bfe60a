import { createSecretKey } from "node:crypto";
import { onTestFinished } from "vitest";
import type { HttpSettings } from "../../../src/config/options.ts";
import type { GraphNodeSettings } from "../../../src/graph-node/graph-node.ts";
import type { RateLimit } from "../../../src/http/rate-limiter.ts";
import { startHttp } from "../../../src/service/http-service.ts";
import { createToken } from "../../../src/service/tokens.ts";
import {
  type NodeRegistry,
  type Registry,
  type StandInRegistry,
  startNodeRegistry,
  startRegistry,
} from "./registry.ts";

/** HTTP server of the subgraph endpoints and their management. */
interface SubgraphServer {
  readonly url: string;
  /** Calls an operation of the management area. */
  manage(operation: keyof typeof PATHS, body: object): Promise<Envelope>;
  /** Sends a query to an endpoint. */
  query(path: string, init?: RequestInit): Promise<Response>;
}

export type StandInServer = StandInRegistry & SubgraphServer;
export type NodeServer = NodeRegistry & SubgraphServer;

/** Status and body of a response of the management area. */
interface Envelope {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
}

interface HttpOptions extends Partial<HttpSettings> {
  readonly limit?: RateLimit;
}

interface Options extends HttpOptions {
  readonly graphNode?: Partial<GraphNodeSettings>;
}

const PATHS = {
  createTag: "tags/create-tag",
  deleteTag: "tags/delete-tag",
  queryTag: "tags/query-tag",
  removeSubgraph: "subgraph/remove-subgraph",
} as const;
const UNLIMITED = { perSecond: 0, burst: 1 };

/** Starts a server on a stand-in, until the test ends. */
export async function startSubgraphs({
  graphNode,
  ...options
}: Options = {}): Promise<StandInServer> {
  const registry = await startRegistry(graphNode);
  return { ...registry, ...(await serveRegistry(registry, options)) };
}

/** Starts a server on the graph-node of the environment, or on a stand-in, until the test ends. */
export async function startNodeSubgraphs(options: HttpOptions = {}): Promise<NodeServer> {
  const registry = await startNodeRegistry();
  return { ...registry, ...(await serveRegistry(registry, options)) };
}

async function serveRegistry(
  { management, graphNode }: Registry,
  { limit = UNLIMITED, ...settings }: HttpOptions,
): Promise<SubgraphServer> {
  const service = await startHttp(
    {
      port: 0,
      host: "127.0.0.1",
      rateAnonymous: UNLIMITED,
      rateToken: UNLIMITED,
      cors: "*",
      trustProxy: [],
      readyLag: 10,
      logLevel: "silent",
      ...settings,
    },
    {
      management,
      chains: new Map(),
      cursorKey: createSecretKey(new Uint8Array(32)),
      readiness: () => ({ ready: true, chains: {} }),
      graphNode: { node: graphNode, limit },
    },
  );
  onTestFinished(() => service.close());
  const token = await createToken(management, "test", "management");
  const json = { "content-type": "application/json" };
  return {
    url: service.url,
    async manage(operation, body) {
      const response = await fetch(`${service.url}/public_api/v1/ns/${PATHS[operation]}`, {
        method: "POST",
        headers: { ...json, authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      return { status: response.status, ...((await response.json()) as Omit<Envelope, "status">) };
    },
    query: (path, init = {}) =>
      fetch(service.url + path, {
        method: "POST",
        body: JSON.stringify({ query: "{ _meta { deployment } }" }),
        ...init,
        headers: { ...json, ...init.headers },
      }),
  };
}

/** The JSON of a response. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape it asked for.
export function bodyOf(response: Response): Promise<any> {
  return response.json();
}
