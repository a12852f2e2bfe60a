import { expect, test } from "vitest";
import { importDeployments } from "../../src/graph-node/import.ts";
import { startRegistry, type TestRegistry, V1 } from "../support/graph-node/registry.ts";

async function withForeign(): Promise<TestRegistry> {
  const registry = await startRegistry();
  const { state } = registry.standIn;
  for (const [name, id] of [
    ["org/transfers/v1", "QmA"],
    ["org/transfers/v2", "QmB"],
    ["alone", "QmC"],
    ["org/transfers/v3", "QmC"],
  ] as const) {
    state.create(name);
    state.deploy(name, id, "index_node_0");
  }
  state.create("only-created");
  return registry;
}

test("all that graph-node has is registered under its names", async () => {
  const { graphNode, store, management } = await withForeign();
  const imported = await importDeployments(graphNode, []);
  expect(
    imported
      .map(({ name, version, deploymentId, outcome }) => [name, version, deploymentId, outcome])
      .sort(),
  ).toEqual([
    ["alone", "QmC", "QmC", "registered"],
    ["org/transfers", "v1", "QmA", "registered"],
    ["org/transfers", "v2", "QmB", "registered"],
    ["org/transfers", "v3", "QmC", "registered"],
  ]);
  expect(await management.setTag("org/transfers", "v2", "prod")).toBe(true);
  expect(await store.resolve("org/transfers", "prod")).toEqual({
    version: "v2",
    deploymentId: "QmB",
    isTag: true,
  });
  const again = await importDeployments(graphNode, []);
  expect(new Set(again.map(({ outcome }) => outcome))).toEqual(new Set(["registered already"]));
});

test("a name is registered as another version, which was a record only", async () => {
  const { graphNode, management, store } = await withForeign();
  await management.addDeployment("transfers", "1.0.0");
  await management.setTag("transfers", "1.0.0", "prod");
  await importDeployments(graphNode, ["org/transfers/v1"], { name: "transfers", version: "1.0.0" });
  expect(await store.resolve("transfers", "prod")).toMatchObject({ deploymentId: "QmA" });
  expect(await graphNode.deployments.remove("transfers", "1.0.0")).toBe("tagged");
});

test("a version with another deployment is left alone", async () => {
  const { graphNode, states } = await withForeign();
  await graphNode.deployments.deploy(V1);
  const as = { name: "transfers", version: "v1" };
  const [imported] = await importDeployments(graphNode, ["org/transfers/v1"], as);
  expect(imported?.outcome).toBe("version taken");
  expect(await states()).toEqual(["transfers/v1 deployed"]);
});

test("a name without a deployment is an error that names it", async () => {
  const { graphNode } = await withForeign();
  for (const name of ["only-created", "unknown"]) {
    await expect(importDeployments(graphNode, [name])).rejects.toThrow(
      `graph-node has no deployment under ${name}`,
    );
  }
  await expect(importDeployments(graphNode, ["a.b"])).rejects.toThrow("does not accept the name");
});

test("a removal of what was imported removes its name only", async () => {
  const { graphNode, standIn } = await withForeign();
  await importDeployments(graphNode, ["alone"]);
  await graphNode.deployments.remove("alone", "QmC");
  expect(standIn.state.names.has("alone")).toBe(false);
  expect(standIn.state.names.get("org/transfers/v3")).toBe("QmC");
});
