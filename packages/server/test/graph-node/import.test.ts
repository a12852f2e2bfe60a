import { describe, expect, test } from "vitest";
import { importDeployments } from "../../src/graph-node/import.ts";
import { NODE, SLOW } from "../support/graph-node/node.ts";
import { startNodeRegistry } from "../support/graph-node/registry.ts";

async function withForeign() {
  const registry = await startNodeRegistry();
  const { node } = registry;
  const { name, v1, v2 } = node;
  // Without a slash, a name has no version.
  const names = { first: `${name}/v1`, second: `${name}/v2`, plain: `${name}-plain` };
  await node.deploy(names.first, v1.deploymentId);
  await node.deploy(names.second, v2.deploymentId);
  await node.deploy(names.plain, v2.deploymentId);
  return { ...registry, names };
}

describe(`importing from ${NODE}`, SLOW, () => {
  test("registers all deployments under their names", async () => {
    const { graphNode, store, management, node, names } = await withForeign();
    const { name, v1, v2 } = node;
    const ours = async () => {
      const imported = await importDeployments(graphNode, []);
      return imported.filter(({ remoteName }) => Object.values(names).includes(remoteName));
    };
    const imported = await ours();
    expect(
      imported.map((each) => [each.name, each.version, each.deploymentId, each.outcome]).sort(),
    ).toEqual([
      [name, "v1", v1.deploymentId, "registered"],
      [name, "v2", v2.deploymentId, "registered"],
      [names.plain, v2.deploymentId, v2.deploymentId, "registered"],
    ]);
    expect(await management.setTag(name, "v2", "prod")).toBe(true);
    expect(await store.resolve(name, "prod")).toEqual({
      version: "v2",
      deploymentId: v2.deploymentId,
      isTag: true,
    });
    const again = await ours();
    expect(new Set(again.map(({ outcome }) => outcome))).toEqual(new Set(["registered already"]));
  });

  test("does not change a version that has another deployment", async () => {
    const { graphNode, states, node, names } = await withForeign();
    const { name, v2 } = node;
    await importDeployments(graphNode, [names.first]);
    await node.deploy(names.first, v2.deploymentId);
    const [imported] = await importDeployments(graphNode, [names.first]);
    expect(imported?.outcome).toBe("version taken");
    expect(await states()).toEqual([`${name}/v1 deployed`]);
  });

  test("rejects a name without a deployment", async () => {
    const { graphNode, node } = await startNodeRegistry();
    const name = `${node.name}-unknown`;
    await expect(importDeployments(graphNode, [name])).rejects.toThrow(
      `graph-node has no deployment under ${name}`,
    );
    await expect(importDeployments(graphNode, ["a.b"])).rejects.toThrow("does not accept the name");
  });

  test("lets a removal remove the imported name only", async () => {
    const { graphNode, node, names } = await withForeign();
    const { deploymentId } = node.v2;
    await importDeployments(graphNode, [names.plain]);
    await graphNode.deployments.remove(names.plain, deploymentId);
    expect(await node.deploymentOf(names.plain)).toBeUndefined();
    expect(await node.deploymentOf(names.second)).toBe(deploymentId);
  });
});
