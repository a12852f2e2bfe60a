import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  createGraphNode,
  type GraphNode,
  type GraphNodeSettings,
} from "../../../src/graph-node/graph-node.ts";
import type { ManagementStore } from "../../../src/store/management-store.ts";
import { openManagement, openSubgraphs } from "../../../src/store/open.ts";
import type { KnownDeployment, SubgraphStore } from "../../../src/store/subgraph-store.ts";
import { temporaryFolder } from "../support.ts";
import { type StandIn, startStandIn } from "./graph-node.ts";
import { startNode, type TestNode } from "./node.ts";

/** Empty registry, connected to graph-node. */
export interface Registry {
  readonly graphNode: GraphNode;
  readonly store: SubgraphStore;
  readonly management: ManagementStore;
  /** Advances the clock that claims expire by. */
  pass(ms: number): void;
  /** Versions with their states: `transfers/v1 deployed`. */
  states(): Promise<string[]>;
}

/** Registry on a stand-in, whose faults a test can set. */
export interface StandInRegistry extends Registry {
  readonly standIn: StandIn;
}

/** Registry on the graph-node of the environment, or on a stand-in. */
export interface NodeRegistry extends Registry {
  readonly node: TestNode;
}

export const V1 = { name: "transfers", version: "v1", deploymentId: "QmOne" } as const;
export const V2 = { name: "transfers", version: "v2", deploymentId: "QmTwo" } as const;

/** Opens a registry on a stand-in. */
export async function startRegistry(
  settings: Partial<GraphNodeSettings> = {},
): Promise<StandInRegistry> {
  const standIn = await startStandIn();
  return { standIn, ...(await openRegistry({ ...standIn.settings, ...settings })) };
}

/** Opens a registry on the graph-node of the environment, or on a stand-in. */
export async function startNodeRegistry(): Promise<NodeRegistry> {
  const node = await startNode();
  return { node, ...(await openRegistry(node.settings)) };
}

async function openRegistry(settings: GraphNodeSettings): Promise<Registry> {
  const location = { kind: "sqlite", file: join(temporaryFolder(), "management.sqlite") } as const;
  let skipped = 0;
  const now = () => Date.now() + skipped;
  const management = await openManagement(location);
  const store = await openSubgraphs(location, now);
  const graphNode = createGraphNode(settings, store, now);
  onTestFinished(async () => {
    graphNode.close();
    await store.close();
    await management.close();
  });
  return {
    graphNode,
    store,
    management,
    pass: (ms) => {
      skipped += ms;
    },
    states: async () => (await store.listDeployments()).map(line),
  };
}

function line({ name, version, state }: KnownDeployment): string {
  return `${name}/${version} ${state}`;
}
