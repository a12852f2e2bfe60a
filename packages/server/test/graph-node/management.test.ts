import { describe, expect, test } from "vitest";
import { NODE, SLOW } from "../support/graph-node/node.ts";
import { startNodeSubgraphs } from "../support/graph-node/service.ts";

/** A service with two versions, and bodies of requests for the first one. */
async function deployed() {
  const server = await startNodeSubgraphs();
  const { v1, v2, name } = server.node;
  await server.graphNode.deployments.deploy(v1);
  await server.graphNode.deployments.deploy(v2);
  return {
    ...server,
    removal: { name, version: "v1" },
    tag: { subgraph_name: name, version: "v1", tag: "prod" },
  };
}

describe(`removeSubgraph with ${NODE}`, SLOW, () => {
  test("removes at graph-node as well", async () => {
    const { manage, node, removal } = await deployed();
    expect(await manage("removeSubgraph", removal)).toMatchObject({ status: 200, code: 0 });
    expect(await node.deploymentOf(`${node.name}/v1`)).toBeUndefined();
    expect(await node.deploymentOf(`${node.name}/v2`)).toBe(node.v2.deploymentId);
    expect(await manage("removeSubgraph", removal)).toMatchObject({ status: 404, code: 404 });
  });

  test("is refused for a tagged version, without calling graph-node", async () => {
    const { manage, node, removal, tag } = await deployed();
    await manage("createTag", tag);
    expect(await manage("removeSubgraph", removal)).toMatchObject({
      status: 409,
      msg: `${node.name} v1 still has the tag prod`,
    });
    expect(await node.deploymentOf(`${node.name}/v1`)).toBe(node.v1.deploymentId);
  });

  test("and creating a tag concurrently: one of them succeeds", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { manage, node, management, removal, tag } = await deployed();
      const [tagging, removing] = await Promise.all(
        round % 2 === 0
          ? [manage("createTag", tag), manage("removeSubgraph", removal)]
          : [manage("removeSubgraph", removal), manage("createTag", tag)].reverse(),
      );
      const isThere = (await node.deploymentOf(`${node.name}/v1`)) !== undefined;
      const tags = await management.listTags(node.name, "v1");
      const outcome = [tagging?.status, removing?.status, isThere, tags.length];
      expect([
        [200, 409, true, 1],
        [404, 200, false, 0],
        [409, 200, false, 0],
      ]).toContainEqual(outcome);
    }
  });
});

describe(`createTag with ${NODE}`, SLOW, () => {
  test("is refused for a version that vanished from graph-node, which can be removed", async () => {
    const { manage, node, removal, tag } = await deployed();
    await node.remove(`${node.name}/v1`);
    expect(await manage("createTag", tag)).toMatchObject({
      status: 409,
      msg: `${node.name} v1 cannot be tagged prod: graph-node has nothing under the name ${node.name}/v1 instead of ${node.v1.deploymentId}`,
    });
    expect((await manage("removeSubgraph", removal)).status).toBe(200);
  });

  test("is refused for the name of a version", async () => {
    const { manage, node, tag } = await deployed();
    expect(await manage("createTag", { ...tag, tag: "v2" })).toMatchObject({
      status: 409,
      msg: `${node.name} v1 cannot be tagged v2: a version has that name`,
    });
  });

  test("accepts any name for versions that are not at graph-node", async () => {
    const { manage, management } = await startNodeSubgraphs();
    await management.addDeployment("Überweisungen 2", "1.0.0");
    const version = { subgraph_name: "Überweisungen 2", version: "1.0.0" };
    expect((await manage("createTag", { ...version, tag: "ok ✓" })).status).toBe(200);
    await manage("deleteTag", { ...version, tag: "ok ✓" });
    const removal = { name: version.subgraph_name, version: version.version };
    expect((await manage("removeSubgraph", removal)).status).toBe(200);
  });
});
