import { onTestFinished } from "vitest";
import type { HttpSettings } from "../../../src/config/options.ts";
import type { GraphNodeSettings } from "../../../src/graph-node/graph-node.ts";
import type { RateLimit } from "../../../src/http/rate-limiter.ts";
import { startHttp } from "../../../src/service/http-service.ts";
import { createToken } from "../../../src/service/tokens.ts";
import { startRegistry, type TestRegistry } from "./registry.ts";

/** The HTTP side with graph-node behind it. */
export interface TestSubgraphs extends TestRegistry {
  readonly url: string;
  /** Calls an operation of the management area. */
  manage(operation: keyof typeof PATHS, body: object): Promise<Envelope>;
  /** Sends a query to an endpoint. */
  query(path: string, init?: RequestInit): Promise<Response>;
}

/** Status and body of a response of the management area. */
interface Envelope {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
}

interface Options extends Partial<HttpSettings> {
  readonly graphNode?: Partial<GraphNodeSettings>;
  readonly limit?: RateLimit;
}

const PATHS = {
  createTag: "tags/create-tag",
  deleteTag: "tags/delete-tag",
  queryTag: "tags/query-tag",
  removeSubgraph: "subgraph/remove-subgraph",
} as const;
const UNLIMITED = { perSecond: 0, burst: 1 };

/** Starts the HTTP side on a registry and a stand-in, until the test ends. */
export async function startSubgraphs(options: Options = {}): Promise<TestSubgraphs> {
  const { graphNode, limit = UNLIMITED, ...settings } = options;
  const registry = await startRegistry(graphNode);
  const { management } = registry;
  const service = await startHttp(
    {
      port: 0,
      host: "127.0.0.1",
      rateAnonymous: UNLIMITED,
      rateToken: UNLIMITED,
      cors: "*",
      trustProxy: false,
      readyLag: 10,
      logLevel: "silent",
      ...settings,
    },
    {
      management,
      chains: new Map(),
      cursorSecret: new Uint8Array(32),
      readiness: () => ({ ready: true, chains: {} }),
      graphNode: { node: registry.graphNode, limit },
    },
  );
  onTestFinished(() => service.close());
  const token = await createToken(management, "test", "management");
  const json = { "content-type": "application/json" };
  return {
    ...registry,
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
        body: JSON.stringify({ query: "{ transfers { id } }" }),
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
