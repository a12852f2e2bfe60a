import { runContract } from "@chainkit/contract-tests";
import { expect, test } from "vitest";
import { NODE } from "../support/graph-node/node.ts";
import { startNodeSubgraphs } from "../support/graph-node/service.ts";

test(`the service conforms to the contract with ${NODE}`, async () => {
  const { url, token, node, graphNode } = await startNodeSubgraphs();
  await graphNode.deployments.deploy(node.v1);
  await graphNode.deployments.deploy(node.v2);
  const subgraph = { subgraph_name: node.name, version: "v1" };
  const tag = { ...subgraph, tag: "prod" };
  const known = {
    createTag: [tag],
    queryTag: [subgraph],
    deleteTag: [tag],
    removeSubgraph: [{ name: node.name, version: "v2" }],
  };
  const report = await runContract({
    target: url,
    token,
    options: { graphNs: "dev" },
    include: Object.keys(known),
    known,
  });
  const of = (outcome: string) => report.results.filter((each) => each.outcome === outcome);
  expect(of("failed")).toEqual([]);
  expect(of("passed").length).toBeGreaterThan(50);
  // The suite removes a version, which must have reached graph-node.
  expect(await node.deploymentOf(`${node.name}/v2`)).toBeUndefined();
});
