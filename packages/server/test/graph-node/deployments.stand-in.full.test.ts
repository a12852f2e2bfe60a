import { describe, expect, test } from "vitest";
import {
  DeploymentError,
  GraphNodeNoResponseError,
  GraphNodeRefusedError,
  GraphNodeUnreachableError,
} from "../../src/graph-node/request.ts";
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

  test("leaves nothing on either side if graph-node refuses", async () => {
    const { graphNode, standIn, states } = await startRegistry();
    standIn.state.missing.add("QmOne");
    const refused = graphNode.deployments.deploy(V1);
    await expect(refused).rejects.toThrow(GraphNodeRefusedError);
    await expect(refused).rejects.toThrow("Failed to get file from IPFS");
    expect([...standIn.state.names]).toEqual([]);
    expect(await states()).toEqual([]);
  });

  test("leaves nothing behind if graph-node is unreachable", async () => {
    const { graphNode, standIn, states, store } = await startRegistry();
    standIn.state.faults.set("subgraph_create", { kind: "status", status: 403 });
    await expect(graphNode.deployments.deploy(V1)).rejects.toThrow("HTTP 403");
    expect(await states()).toEqual([]);
    await standIn.stop();
    await expect(graphNode.deployments.deploy(V1)).rejects.toThrow(GraphNodeUnreachableError);
    expect(await store.listDeployments()).toEqual([]);
  });

  test.each([
    ["subgraph_create", { kind: "break", at: "before" }],
    ["subgraph_create", { kind: "hang", at: "after" }],
    ["subgraph_deploy", { kind: "break", at: "after" }],
    ["subgraph_deploy", { kind: "hang", at: "before" }],
  ] as const)(
    "is recorded without a response to %s (%j), and completed later",
    async (method, fault) => {
      const { graphNode, standIn, states, management } = await startRegistry();
      standIn.state.faults.set(method, fault);
      await expect(graphNode.deployments.deploy(V1)).rejects.toThrow(GraphNodeNoResponseError);
      expect(await states()).toEqual(["transfers/v1 deploying"]);
      expect(await management.setTag("transfers", "v1", "prod")).toBe(false);
      standIn.state.faults.clear();
      standIn.state.isStrict = true;
      expect(await graphNode.deployments.recover()).toBe(0);
      expect(await states()).toEqual(["transfers/v1 deployed"]);
      expect(standIn.state.names.get("transfers/v1")).toBe("QmOne");
    },
  );

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

  test("interrupted and then refused, it exists if graph-node has it", async () => {
    const { graphNode, standIn, states } = await startRegistry();
    standIn.state.faults.set("subgraph_deploy", { kind: "break", at: "after" });
    await expect(graphNode.deployments.deploy(V1)).rejects.toThrow(GraphNodeNoResponseError);
    standIn.state.faults.clear();
    standIn.state.missing.add("QmOne");
    expect(await graphNode.deployments.recover()).toBe(0);
    expect(await states()).toEqual(["transfers/v1 deployed"]);
  });
});

describe("removing", () => {
  test.each([
    ["refuses", { kind: "refuse" }, GraphNodeRefusedError],
    ["is behind a gateway that refuses", { kind: "status", status: 401 }, GraphNodeRefusedError],
  ] as const)("changes nothing if graph-node %s", async (_name, fault, type) => {
    const { graphNode, standIn, states, store, management } = await startRegistry();
    await graphNode.deployments.deploy(V1);
    const before = [await store.listDeployments(), await management.listDeployments()];
    standIn.state.faults.set("subgraph_remove", fault);
    await expect(graphNode.deployments.remove("transfers", "v1")).rejects.toThrow(type);
    expect([await store.listDeployments(), await management.listDeployments()]).toEqual(before);
    expect(await states()).toEqual(["transfers/v1 deployed"]);
  });

  test("changes nothing if graph-node is unreachable", async () => {
    const { graphNode, standIn, store, management } = await startRegistry();
    await graphNode.deployments.deploy(V1);
    const before = [await store.listDeployments(), await management.listDeployments()];
    await standIn.stop();
    const removal = graphNode.deployments.remove("transfers", "v1");
    await expect(removal).rejects.toThrow(GraphNodeUnreachableError);
    expect([await store.listDeployments(), await management.listDeployments()]).toEqual(before);
  });

  test.each([
    { kind: "break", at: "before" },
    { kind: "break", at: "after" },
    { kind: "hang", at: "before" },
    { kind: "hang", at: "after" },
    { kind: "status", status: 504 },
  ] as const)("is recorded without a response (%j), and completed later", async (fault) => {
    const { graphNode, standIn, states, management } = await startRegistry();
    await graphNode.deployments.deploy(V1);
    standIn.state.faults.set("subgraph_remove", fault);
    const removal = graphNode.deployments.remove("transfers", "v1");
    await expect(removal).rejects.toThrow(GraphNodeNoResponseError);
    expect(await states()).toEqual(["transfers/v1 removing"]);
    expect(await management.setTag("transfers", "v1", "prod")).toBe(false);
    expect(await graphNode.deployments.recover()).toBe(1);
    standIn.state.faults.clear();
    standIn.state.isStrict = true;
    expect(await graphNode.deployments.recover()).toBe(0);
    expect(await states()).toEqual([]);
    expect([...standIn.state.names]).toEqual([]);
  });

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

  test("recorded and then refused, it stays only if graph-node has it", async () => {
    const { graphNode, standIn, states } = await startRegistry();
    await graphNode.deployments.deploy(V1);
    standIn.state.faults.set("subgraph_remove", { kind: "break", at: "before" });
    await expect(graphNode.deployments.remove("transfers", "v1")).rejects.toThrow();
    standIn.state.faults.set("subgraph_remove", { kind: "refuse" });
    standIn.state.faults.set("status", { kind: "status", status: 500 });
    expect(await graphNode.deployments.recover()).toBe(1);
    expect(await states()).toEqual(["transfers/v1 removing"]);
    standIn.state.faults.delete("status");
    expect(await graphNode.deployments.recover()).toBe(0);
    expect(await states()).toEqual(["transfers/v1 deployed"]);
  });
});
