import { expect, test } from "vitest";
import { openManagement, openSubgraphs } from "../../src/store/open.ts";
import { startStandIn } from "../support/graph-node/graph-node.ts";
import { commands, manage, managementToken, serve } from "../support/graph-node/serve.ts";
import { until } from "../support/ingest.ts";

const REMOVE = "subgraph/remove-subgraph";

function location(data: string) {
  return { kind: "sqlite", file: `${data}/management.sqlite` } as const;
}

async function states(data: string): Promise<string[]> {
  const store = await openSubgraphs(location(data));
  const known = await store.listDeployments();
  await store.close();
  return known.map(({ version, state }) => `${version} ${state}`);
}

/** Lets the claim of a process end that is gone: a test does not wait for it. */
async function endClaims(data: string): Promise<void> {
  const store = await openSubgraphs(location(data), () => Date.now() + 3_600_000);
  for (const { name, version } of await store.listUnfinished()) {
    const holder = "test";
    await store.claim(name, version, { holder, until: 0 });
    await store.release(name, version, holder, "its process was killed");
  }
  await store.close();
}

test("if killed before it knows that graph-node removed it, the next service completes the removal", async () => {
  const standIn = await startStandIn();
  const { data, subgraph } = commands(standIn);
  expect((await subgraph("deploy", "transfers/v1", "--ipfs", "QmOne")).code).toBe(0);
  expect((await subgraph("deploy", "transfers/v2", "--ipfs", "QmTwo")).code).toBe(0);
  const token = await managementToken(data);
  const first = await serve(data, standIn);
  standIn.state.faults.set("subgraph_remove", { kind: "hang", at: "after" });
  const removal = manage(first.url, token, REMOVE, { name: "transfers", version: "v1" });
  await until("graph-node is asked", () =>
    standIn.state.log.includes("subgraph_remove transfers/v1"),
  );
  first.child.kill("SIGKILL");
  await expect(removal).rejects.toThrow();
  expect(await states(data)).toEqual(["v1 removing", "v2 deployed"]);
  expect(standIn.state.names.has("transfers/v1")).toBe(false);

  standIn.state.faults.clear();
  await endClaims(data);
  const { url } = await serve(data, standIn);
  await until("the removal is finished", async () => (await states(data)).length === 1);
  expect(await states(data)).toEqual(["v2 deployed"]);
  expect([...standIn.state.names.keys()]).toEqual(["transfers/v2"]);
  expect(await manage(url, token, REMOVE, { name: "transfers", version: "v1" })).toBe(404);
  const management = await openManagement(location(data));
  expect((await management.listDeployments()).map(({ version }) => version)).toEqual(["v2"]);
  await management.close();
});
