import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { HttpSettings } from "../../../src/config/options.ts";
import { createGraphNode, type GraphNodeSettings } from "../../../src/graph-node/graph-node.ts";
import { openManagement, openSubgraphs } from "../../../src/store/open.ts";
import { untilEnd } from "../engines.ts";
import { startService, temporaryFolder } from "../support.ts";
import { startStandIn } from "./graph-node.ts";
import { startNode } from "./node.ts";

interface Options extends Partial<HttpSettings> {
  readonly graphNode?: Partial<GraphNodeSettings>;
}

const PATHS = {
  createTag: "tags/create-tag",
  deleteTag: "tags/delete-tag",
  queryTag: "tags/query-tag",
  removeSubgraph: "subgraph/remove-subgraph",
} as const;

/** Starts a service on a stand-in, whose faults a test can set, with two versions, until the test ends. */
export async function startSubgraphs({ graphNode, ...settings }: Options = {}) {
  const standIn = await startStandIn();
  const service = await startSubgraphService({ ...standIn.settings, ...graphNode }, settings);
  for (const [version, deploymentId] of [
    ["v1", "QmOne"],
    ["v2", "QmTwo"],
  ] as const) {
    await service.graphNode.deployments.deploy({ name: "transfers", version, deploymentId });
  }
  return { standIn, ...service };
}

/** Starts a service on the graph-node of the environment, or on a stand-in, until the test ends. */
export async function startNodeSubgraphs(settings: Partial<HttpSettings> = {}) {
  const node = await startNode();
  return { node, ...(await startSubgraphService(node.settings, settings)) };
}

async function startSubgraphService(
  ofGraphNode: GraphNodeSettings,
  settings: Partial<HttpSettings>,
) {
  const location = { kind: "sqlite", file: join(temporaryFolder(), "management.sqlite") } as const;
  const management = untilEnd(await openManagement(location));
  const store = untilEnd(await openSubgraphs(location));
  const graphNode = createGraphNode(ofGraphNode, store);
  onTestFinished(() => graphNode.close());
  const { url, token } = await startService(settings, { management, graphNode });
  const json = { "content-type": "application/json" };
  return {
    url,
    token,
    graphNode,
    store,
    management,
    /** Versions with their states: `transfers/v1 deployed`. */
    async states(): Promise<string[]> {
      const deployments = await store.listDeployments();
      return deployments.map(({ name, version, state }) => `${name}/${version} ${state}`).sort();
    },
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
