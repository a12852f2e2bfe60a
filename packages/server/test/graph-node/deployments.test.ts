import { describe, expect, test } from "vitest";
import { NODE, SLOW } from "../support/graph-node/node.ts";
import { startNodeRegistry } from "../support/graph-node/registry.ts";

describe(`deploying to ${NODE}`, SLOW, () => {
  test("rejects a version that is deployed already", async () => {
    const { node, graphNode } = await startNodeRegistry();
    await graphNode.deployments.deploy(node.v1);
    const { deploymentId } = node.v2;
    const again = graphNode.deployments.deploy({ ...node.v1, deploymentId });
    await expect(again).rejects.toThrow(
      `${node.name} v1 (${node.name}/v1 at graph-node) is deployed already`,
    );
    expect(await node.deploymentOf(`${node.name}/v1`)).toBe(node.v1.deploymentId);
  });

  test("rejects a name that was deployed outside the service", async () => {
    const { node, graphNode, states } = await startNodeRegistry();
    const remoteName = `${node.name}/v1`;
    await node.deploy(remoteName, node.v2.deploymentId);
    const deploying = graphNode.deployments.deploy(node.v1);
    await expect(deploying).rejects.toThrow(`subgraph import ${remoteName}`);
    expect(await node.deploymentOf(remoteName)).toBe(node.v2.deploymentId);
    expect(await states()).toEqual([]);
  });

  test("deploys once if called twice at the same time", async () => {
    const { node, graphNode } = await startNodeRegistry();
    const both = await Promise.allSettled([
      graphNode.deployments.deploy(node.v1),
      graphNode.deployments.deploy(node.v1),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await node.deploymentOf(`${node.name}/v1`)).toBe(node.v1.deploymentId);
  });
});

describe(`removing from ${NODE}`, SLOW, () => {
  test("removes once if called twice at the same time", async () => {
    const { node, graphNode, states } = await startNodeRegistry();
    await graphNode.deployments.deploy(node.v1);
    const [first, second] = await Promise.allSettled([
      graphNode.deployments.remove(node.name, "v1"),
      graphNode.deployments.remove(node.name, "v1"),
    ]);
    expect(first).toEqual({ status: "fulfilled", value: "removed" });
    expect(second).toMatchObject({
      reason: { message: expect.stringContaining("being deployed or removed") },
    });
    expect(await graphNode.deployments.remove(node.name, "v1")).toBe("unknown");
    expect(await states()).toEqual([]);
  });

  test("removes later what was removed while graph-node was not configured", async () => {
    const { node, graphNode, states, management } = await startNodeRegistry();
    await graphNode.deployments.deploy(node.v1);
    await management.removeDeployment(node.name, "v1");
    expect(await graphNode.deployments.recover()).toBe(0);
    expect(await states()).toEqual([]);
    expect(await node.deploymentOf(`${node.name}/v1`)).toBeUndefined();
  });
});
