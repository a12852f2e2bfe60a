import { describe, expect, test } from "vitest";
import { DeploymentError } from "../../src/graph-node/request.ts";
import { startRegistry, V1 } from "../support/graph-node/registry.ts";

const HOUR = 3_600_000;

describe("deploying", () => {
  test("assigns the indexing node, and creates the name before it deploys", async () => {
    const { standIn, graphNode, states } = await startRegistry();
    await graphNode.deployments.deploy({ ...V1, node: "index_node_7" });
    expect(standIn.state.log).toEqual([
      "subgraph_create transfers/v1",
      "subgraph_deploy transfers/v1",
    ]);
    expect(standIn.state.deployments.get("QmOne")?.node).toBe("index_node_7");
    expect(await states()).toEqual(["transfers/v1 deployed"]);
  });

  test("the same command completes what was interrupted, a different one does not", async () => {
    const { graphNode, standIn, states } = await startRegistry();
    standIn.state.faults.set("subgraph_deploy", { kind: "break", at: "before" });
    await expect(graphNode.deployments.deploy(V1)).rejects.toThrow();
    standIn.state.faults.clear();
    const other = graphNode.deployments.deploy({ ...V1, deploymentId: "QmOther" });
    await expect(other).rejects.toThrow(DeploymentError);
    await graphNode.deployments.deploy(V1);
    expect(await states()).toEqual(["transfers/v1 deployed"]);
  });
});

describe("removing", () => {
  test("leaves an intent to the process that holds it until its claim expires", async () => {
    const { graphNode, standIn, states, store, pass } = await startRegistry();
    await graphNode.deployments.deploy(V1);
    const until = Date.now() + HOUR;
    await store.beginRemoval("transfers", "v1", { holder: "other process", until });
    await expect(graphNode.deployments.remove("transfers", "v1")).rejects.toThrow(DeploymentError);
    expect(await graphNode.deployments.recover()).toBe(1);
    expect(standIn.state.names.size).toBe(1);
    pass(HOUR + 1);
    expect(await graphNode.deployments.recover()).toBe(0);
    expect(await states()).toEqual([]);
    expect(await store.finish("transfers", "v1", "other process")).toBe(false);
  });
});
