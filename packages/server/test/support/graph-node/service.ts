import { createSecretKey } from "node:crypto";
import { onTestFinished } from "vitest";
import type { HttpSettings } from "../../../src/config/options.ts";
import type { GraphNodeSettings } from "../../../src/graph-node/graph-node.ts";
import { startHttp } from "../../../src/service/http-service.ts";
import { createToken } from "../../../src/service/tokens.ts";
import { SETTINGS } from "../support.ts";
import { startNodeRegistry, startRegistry, V1, V2 } from "./registry.ts";

type Registry = Awaited<ReturnType<typeof startRegistry>>;

interface Options extends Partial<HttpSettings> {
  readonly graphNode?: Partial<GraphNodeSettings>;
}

const PATHS = {
  createTag: "tags/create-tag",
  deleteTag: "tags/delete-tag",
  queryTag: "tags/query-tag",
  removeSubgraph: "subgraph/remove-subgraph",
} as const;

/** Starts a server on a stand-in with two versions, until the test ends. */
export async function startSubgraphs({ graphNode, ...settings }: Options = {}) {
  const registry = await startRegistry(graphNode);
  await registry.graphNode.deployments.deploy(V1);
  await registry.graphNode.deployments.deploy(V2);
  return { ...registry, ...(await serveRegistry(registry, settings)) };
}

/** Starts a server on the graph-node of the environment, or on a stand-in, until the test ends. */
export async function startNodeSubgraphs(settings: Partial<HttpSettings> = {}) {
  const registry = await startNodeRegistry();
  return { ...registry, ...(await serveRegistry(registry, settings)) };
}

async function serveRegistry(
  { management, graphNode }: Pick<Registry, "management" | "graphNode">,
  settings: Partial<HttpSettings>,
) {
  const { url, close } = await startHttp(
    { ...SETTINGS, ...settings },
    {
      management,
      chains: new Map(),
      cursorKey: createSecretKey(new Uint8Array(32)),
      readiness: () => ({ ready: true, chains: {} }),
      graphNode,
    },
  );
  onTestFinished(close);
  const token = await createToken(management, "test", "management");
  const json = { "content-type": "application/json" };
  return {
    url,
    token,
    /** Calls an operation of the management area. @returns Status and body of the response. */
    async manage(operation: keyof typeof PATHS, body: object) {
      const response = await fetch(`${url}/public_api/v1/ns/${PATHS[operation]}`, {
        method: "POST",
        headers: { ...json, authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      return { status: response.status, ...(await bodyOf(response)) };
    },
    query: (path: string, init: RequestInit = {}) =>
      fetch(url + path, {
        method: "POST",
        body: JSON.stringify({ query: "{ _meta { deployment } }" }),
        ...init,
        headers: { ...json, ...init.headers },
      }),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape it asked for.
export function bodyOf(response: Response): Promise<any> {
  return response.json();
}
