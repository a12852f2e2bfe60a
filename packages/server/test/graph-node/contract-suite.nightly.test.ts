import { type Known, runContract } from "@chainkit/contract-tests";
import { expect, onTestFinished, test } from "vitest";
import { startDevService } from "../../src/dev/dev-service.ts";
import { NODE, startNode } from "../support/graph-node/node.ts";

const UNLIMITED = { perSecond: 0, burst: 1 };
const OPERATIONS = ["createTag", "deleteTag", "queryTag", "removeSubgraph"];

test(`the service conforms to the contract with ${NODE}`, async () => {
  const node = await startNode();
  const service = await startDevService(
    {
      port: 0,
      host: "127.0.0.1",
      rateAnonymous: UNLIMITED,
      rateToken: UNLIMITED,
      cors: "*",
      trustProxy: [],
      readyLag: 2,
      logLevel: "silent",
    },
    { settings: node.settings, limit: UNLIMITED },
  );
  onTestFinished(() => service.stop());
  const values = await service.values();
  // The versions that the suite tags and removes are deployments at graph-node.
  const { subgraph_name: name, version } = values.createTag as Record<string, string>;
  const versions = [
    { version: version ?? "", at: node.v1 },
    { version: "1.1.0", at: node.v2 },
  ];
  for (const { version: registered, at } of versions) {
    const { deploymentId } = at;
    const remoteName = `${at.name}/${at.version}`;
    await node.deploy(remoteName, deploymentId);
    const attached = {
      name: name ?? "",
      version: registered,
      deploymentId,
      remoteName,
      node: null,
    };
    await service.graphNode?.store.attach(attached);
  }
  const report = await runContract({
    target: service.url,
    token: service.token,
    options: { graphNs: "dev" },
    include: OPERATIONS,
    known: Object.fromEntries(Object.entries(values).map(([id, value]) => [id, [value]])) as Known,
  });
  const of = (outcome: string) => report.results.filter((each) => each.outcome === outcome);
  expect(of("failed")).toEqual([]);
  expect(of("passed").length).toBeGreaterThan(50);
  // The suite removes a version, which must have reached graph-node.
  const names = versions.map(({ at }) => node.deploymentOf(`${at.name}/${at.version}`));
  expect(await Promise.all(names)).toContain(undefined);
});
