import { randomUUID } from "node:crypto";
import { expect, onTestFinished } from "vitest";
import { createAdminClient } from "../../../src/graph-node/admin.ts";
import type { GraphNodeSettings } from "../../../src/graph-node/graph-node.ts";
import { createStatusClient } from "../../../src/graph-node/status.ts";
import { startStandIn } from "./graph-node.ts";

const {
  CHAINKIT_TEST_GRAPH_NODE_ADMIN: admin,
  CHAINKIT_TEST_GRAPH_NODE_QUERY: query,
  CHAINKIT_TEST_GRAPH_NODE_STATUS: status,
  CHAINKIT_TEST_DEPLOYMENTS = "QmOne,QmTwo",
} = process.env;
const [first = "", second = ""] = CHAINKIT_TEST_DEPLOYMENTS.split(",");
const REQUEST_MS = 10_000;
const DEPLOY_MS = 120_000;

/** What the tests run against: a real graph-node if the environment has its URLs. */
export const NODE = admin && query && status ? "graph-node" : "the stand-in";

/** For tests with a real graph-node, which reads files from IPFS and indexes blocks. */
export const SLOW = { timeout: 300_000 };

/** Connects to the graph-node of the environment, or starts a stand-in until the test ends. */
export async function startNode() {
  const settings = await settingsOf();
  const adminClient = createAdminClient(settings.admin, REQUEST_MS, DEPLOY_MS);
  const statusClient = createStatusClient(settings.status, REQUEST_MS);
  // The last letter: graph-node requires one in each part of a name.
  const name = NODE === "graph-node" ? `chainkit-test-${randomUUID().slice(0, 8)}x` : "transfers";
  const names = new Set([`${name}/v1`, `${name}/v2`]);
  onTestFinished(async () => {
    await Promise.all([...names].map((each) => adminClient.remove(each).catch(() => {})));
  });
  return {
    urls: { admin: settings.admin.url, query: settings.query.url, status: settings.status.url },
    settings,
    /** Subgraph that no other test uses; its versions v1 and v2 are removed when the test ends. */
    name,
    v1: { name, version: "v1", deploymentId: first },
    v2: { name, version: "v2", deploymentId: second },
    /** Deploys at graph-node, without the service. The name is removed when the test ends. */
    async deploy(remoteName: string, deploymentId: string): Promise<void> {
      names.add(remoteName);
      await adminClient.create(remoteName);
      await adminClient.deploy(remoteName, deploymentId, null);
    },
    /** Removes a name at graph-node, without the service. */
    remove: adminClient.remove,
    async deploymentOf(remoteName: string): Promise<string | undefined> {
      return (await statusClient.current(remoteName))?.deploymentId;
    },
    /** Waits until both versions have indexed a block: graph-node rejects queries before. */
    async untilQueryable(): Promise<void> {
      const latest = async () => {
        const found = await statusClient.statuses([first, second]);
        return found.flatMap(({ networks }) => networks.map((each) => each.latest));
      };
      await expect.poll(latest, { timeout: DEPLOY_MS, interval: 200 }).not.toContain(null);
    },
  };
}

async function settingsOf(): Promise<GraphNodeSettings> {
  if (!admin || !query || !status) {
    // Clean-up above must come before the stand-in ends: hooks run in reverse order.
    return (await startStandIn()).settings;
  }
  return {
    admin: { url: admin },
    query: { url: query },
    status: { url: status },
    tagRequires: "nothing",
    limits: { maxQuery: 1_000_000, maxResponse: 10_000_000, timeoutMs: REQUEST_MS },
    requestMs: REQUEST_MS,
    deployMs: DEPLOY_MS,
  };
}
