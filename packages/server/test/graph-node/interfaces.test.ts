import { describe, expect, test } from "vitest";
import { createAdminClient } from "../../src/graph-node/admin.ts";
import { NODE } from "../support/graph-node/node.ts";
import { startNodeRegistry } from "../support/graph-node/registry.ts";

describe(`the interfaces of ${NODE}`, () => {
  test("each responds", async () => {
    const { graphNode } = await startNodeRegistry();
    expect(await graphNode.health()).toEqual({ admin: true, query: true, status: true });
  });

  test("removing an unknown version changes nothing", async () => {
    const { node, graphNode } = await startNodeRegistry();
    const admin = createAdminClient(node.settings.admin, 10_000, 120_000);
    await admin.remove(`${node.name}/never`);
    await admin.create(`${node.name}/v1`);
    await admin.create(`${node.name}/v1`);
    expect(await graphNode.status.current(`${node.name}/v1`)).toBeUndefined();
  });

  test("refuses invalid and unknown names", async () => {
    const { node } = await startNodeRegistry();
    const admin = createAdminClient(node.settings.admin, 10_000, 120_000);
    await expect(admin.create("transfers/1")).rejects.toMatchObject({
      kind: "refused",
      code: -32602,
    });
    const unknown = admin.deploy(`${node.name}/never`, node.v1.deploymentId, null);
    await expect(unknown).rejects.toThrow("subgraph name not found");
    await expect(unknown).rejects.toThrow("(code 0)");
  });
});
