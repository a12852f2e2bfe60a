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

/** A registry with graph-node behind it. */
export interface TestRegistry {
  readonly standIn: StandIn;
  readonly graphNode: GraphNode;
  readonly store: SubgraphStore;
  readonly management: ManagementStore;
  /** Lets the time pass that claims are held for. */
  pass(ms: number): void;
  /** Versions with what is known of them: `transfers/v1 deployed`. */
  states(): Promise<string[]>;
}

export const V1 = { name: "transfers", version: "v1", deploymentId: "QmOne" } as const;
export const V2 = { name: "transfers", version: "v2", deploymentId: "QmTwo" } as const;

/** Opens an empty registry on a stand-in. */
export async function startRegistry(
  settings: Partial<GraphNodeSettings> = {},
): Promise<TestRegistry> {
  const standIn = await startStandIn();
  const location = { kind: "sqlite", file: join(temporaryFolder(), "management.sqlite") } as const;
  let skipped = 0;
  const now = () => Date.now() + skipped;
  const management = await openManagement(location);
  const store = await openSubgraphs(location, now);
  const graphNode = createGraphNode({ ...standIn.settings, ...settings }, store, now);
  onTestFinished(async () => {
    graphNode.close();
    await store.close();
    await management.close();
  });
  return {
    standIn,
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
