import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createGraphNode, type GraphNodeSettings } from "../../../src/graph-node/graph-node.ts";
import { openManagement, openSubgraphs } from "../../../src/store/open.ts";
import { temporaryFolder } from "../support.ts";
import { startStandIn } from "./graph-node.ts";
import { startNode } from "./node.ts";

export const V1 = { name: "transfers", version: "v1", deploymentId: "QmOne" } as const;
export const V2 = { name: "transfers", version: "v2", deploymentId: "QmTwo" } as const;

/** Opens a registry on a stand-in, whose faults a test can set. */
export async function startRegistry(settings: Partial<GraphNodeSettings> = {}) {
  const standIn = await startStandIn();
  return { standIn, ...(await openRegistry({ ...standIn.settings, ...settings })) };
}

/** Opens a registry on the graph-node of the environment, or on a stand-in. */
export async function startNodeRegistry() {
  const node = await startNode();
  return { node, ...(await openRegistry(node.settings)) };
}

async function openRegistry(settings: GraphNodeSettings) {
  const location = { kind: "sqlite", file: join(temporaryFolder(), "management.sqlite") } as const;
  const management = await openManagement(location);
  const store = await openSubgraphs(location);
  const graphNode = createGraphNode(settings, store);
  onTestFinished(async () => {
    graphNode.close();
    await store.close();
    await management.close();
  });
  return {
    graphNode,
    store,
    management,
    /** Versions with their states: `transfers/v1 deployed`. */
    async states(): Promise<string[]> {
      const deployments = await store.listDeployments();
      return deployments.map(({ name, version, state }) => `${name}/${version} ${state}`);
    },
  };
}
