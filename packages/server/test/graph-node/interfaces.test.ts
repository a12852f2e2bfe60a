import { beforeEach, describe, expect, test } from "vitest";
import { createAdminClient } from "../../src/graph-node/admin.ts";
import { importDeployments } from "../../src/graph-node/import.ts";
import { GraphNodeRefusedError } from "../../src/graph-node/request.ts";
import { NODE } from "../support/graph-node/node.ts";
import { type NodeRegistry, startNodeRegistry } from "../support/graph-node/registry.ts";

const timeouts = { requestMs: 10_000, deployMs: 120_000 };

/** What the stand-in must have in common with graph-node. */
describe(`the interfaces of ${NODE}`, () => {
  let registry: NodeRegistry;

  beforeEach(async () => {
    registry = await startNodeRegistry();
  });

  test("each responds", async () => {
    expect(await registry.graphNode.health()).toEqual({ admin: true, query: true, status: true });
  });

  test("a version is deployed, reported, queried, imported and removed", async () => {
    const { graphNode, node } = registry;
    const { name, v1, v2 } = node;
    const [first, second] = [v1.deploymentId, v2.deploymentId];
    await graphNode.deployments.deploy(v1);
    await graphNode.deployments.deploy(v2);
    const current = await graphNode.status.current(`${name}/v1`);
    expect(current).toMatchObject({ deploymentId: first, health: expect.any(String) });
    const [reported] = await graphNode.status.statuses([second]);
    expect(reported?.deploymentId).toBe(second);
    expect(reported?.networks.length).toBeGreaterThan(0);
    expect(await graphNode.status.namesOf(first)).toContain(`${name}/v1`);
    const [imported] = await importDeployments(graphNode, [`${name}/v2`]);
    expect(imported?.outcome).toBe("registered already");

    const body = Buffer.from('{"query":"{ _meta { deployment } }"}');
    const { signal } = new AbortController();
    const query = {
      deploymentId: first,
      headers: { "content-type": "application/json" },
      body,
      signal,
    };
    const response = await graphNode.proxy.forward(query);
    expect(response.status).toBe(200);
    expect(response.headers["content-type"]).toContain("json");
    expect(JSON.parse((await response.body.toArray()).join(""))).toHaveProperty("data");

    expect(await graphNode.deployments.remove(name, "v1")).toBe("removed");
    expect(await graphNode.status.current(`${name}/v1`)).toBeUndefined();
    expect((await graphNode.status.current(`${name}/v2`))?.deploymentId).toBe(second);
  });

  test("removing an unknown version changes nothing", async () => {
    const { node, graphNode } = registry;
    const admin = createAdminClient(node.settings.admin, timeouts);
    await admin.remove(`${node.name}/never`);
    await admin.create(`${node.name}/v1`);
    await admin.create(`${node.name}/v1`);
    expect(await graphNode.status.current(`${node.name}/v1`)).toBeUndefined();
  });

  test("refuses invalid and unknown names", async () => {
    const { node } = registry;
    const admin = createAdminClient(node.settings.admin, timeouts);
    await expect(admin.create("transfers/1")).rejects.toThrow(GraphNodeRefusedError);
    await expect(admin.create("transfers/1")).rejects.toThrow("(code -32602)");
    const unknown = admin.deploy(`${node.name}/never`, node.v1.deploymentId, null);
    await expect(unknown).rejects.toThrow("subgraph name not found");
    await expect(unknown).rejects.toThrow("(code 0)");
  });
});
