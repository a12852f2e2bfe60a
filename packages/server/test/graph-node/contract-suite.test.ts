import { type Known, runContract } from "@chainkit/contract-tests";
import { expect, onTestFinished, test } from "vitest";
import { startDevService } from "../../src/dev/dev-service.ts";
import { startStandIn } from "../support/graph-node/graph-node.ts";

const UNLIMITED = { perSecond: 0, burst: 1 };
const OPERATIONS = ["createTag", "deleteTag", "queryTag", "removeSubgraph"];

test("keeps the contract with graph-node behind it", async () => {
  const standIn = await startStandIn();
  const service = await startDevService(
    {
      port: 0,
      host: "127.0.0.1",
      rateAnonymous: UNLIMITED,
      rateToken: UNLIMITED,
      cors: "*",
      trustProxy: false,
      readyLag: 2,
      logLevel: "silent",
    },
    { settings: standIn.settings, limit: UNLIMITED },
  );
  onTestFinished(() => service.stop());
  const values = await service.values();
  // The versions that the suite tags and removes are deployments at graph-node.
  const { subgraph_name: name, version } = values.createTag as Record<string, string>;
  for (const [at, each] of [version ?? "", "1.1.0"].entries()) {
    const remoteName = `dev/v${at}`;
    standIn.state.create(remoteName);
    standIn.state.deploy(remoteName, `Qm${at}`, "node");
    await service.graphNode?.store.attach({
      name: name ?? "",
      version: each,
      deploymentId: `Qm${at}`,
      remoteName,
      node: null,
    });
  }
  const report = await runContract({
    target: service.url,
    token: service.token,
    options: { graphNs: "dev" },
    known: Object.fromEntries(Object.entries(values).map(([id, value]) => [id, [value]])) as Known,
  });
  const results = report.results.filter(({ operation }) => OPERATIONS.includes(operation));
  expect(report.results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  expect(results.filter(({ outcome }) => outcome === "passed").length).toBeGreaterThan(50);
  console.log(`graph-node was asked: ${standIn.state.log.length} times`, [
    ...new Set(standIn.state.log),
  ]);
}, 240_000);
