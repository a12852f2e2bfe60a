import { describe, expect, test } from "vitest";
import { startSubgraphs } from "../support/graph-node/service.ts";

const VERSION = { name: "transfers", version: "v1" };
const TAG = { subgraph_name: "transfers", version: "v1", tag: "prod" };

test.each([
  [
    { kind: "refuse", message: "subgraph registrar error with store: database unavailable" },
    502,
    "graph-node rejected the request, nothing was removed: subgraph_remove: subgraph registrar error with store: database unavailable (code 1)",
  ],
  [
    { kind: "status", status: 403 },
    502,
    "graph-node rejected the request, nothing was removed: HOST responded with HTTP 403",
  ],
  [
    { kind: "break", at: "before" },
    504,
    "no response from graph-node: HOST did not respond (UND_ERR_SOCKET)",
  ],
  [
    { kind: "hang", at: "after" },
    504,
    "no response from graph-node: HOST did not respond within 1.5 s",
  ],
  [
    "away",
    503,
    "graph-node is unreachable, nothing was removed: HOST is not reachable (ECONNREFUSED)",
  ],
] as const)("removeSubgraph tells of a graph-node with %j", async (fault, status, text) => {
  const { manage, standIn, states } = await startSubgraphs();
  if (fault === "away") {
    standIn.stop();
  } else {
    standIn.state.faults.set("subgraph_remove", fault);
  }
  const msg = text.replace("HOST", new URL(standIn.urls.admin).host);
  expect(await manage("removeSubgraph", VERSION)).toEqual({ status, code: status, data: {}, msg });
  const state = status === 504 ? "removing" : "deployed";
  expect((await states()).sort()).toEqual([`transfers/v1 ${state}`, "transfers/v2 deployed"]);
  const { subgraph_name, version } = TAG;
  const known = await manage("queryTag", { subgraph_name, version });
  expect(known.status).toBe(status === 504 ? 404 : 200);
});

test("a tag of a vanished version still exists and can be moved, also while graph-node is silent", async () => {
  const { manage, standIn, query } = await startSubgraphs();
  await manage("createTag", TAG);
  standIn.state.remove("transfers/v1");
  standIn.state.deployments.delete("QmOne");
  const response = await query("/subgraphs/transfers/prod");
  const errors = [{ message: "deployment `QmOne` does not exist" }];
  expect(await response.json()).toEqual({ errors });
  expect((await manage("createTag", { ...TAG, version: "v2" })).status).toBe(200);
  standIn.stop();
  expect((await manage("createTag", TAG)).status).toBe(200);
});

describe("with --tag-requires synced", () => {
  const tagging = async (version: string, changes: object) => {
    const { manage, standIn, management } = await startSubgraphs({
      graphNode: { tagRequires: "synced" },
    });
    await management.addDeployment("transfers", "plain");
    Object.assign(standIn.state.deployments.get("QmOne") ?? {}, changes);
    const tag = () => manage("createTag", { ...TAG, version });
    return { ...(await tag()), tag, stop: standIn.stop };
  };

  test.each([
    [{}, "it is not synced yet (mainnet at block 5 of 10)"],
    [{ health: "failed" }, "its indexing failed: graph-node gives no reason"],
    [
      { synced: true, health: "failed", error: "division by zero\n  in handleTransfer\n" },
      "its indexing failed: division by zero in handleTransfer",
    ],
  ])("a version that is %j is refused", async (state, reason) => {
    const { status, msg } = await tagging("v1", state);
    expect([status, msg]).toEqual([409, `transfers v1 cannot be tagged prod: ${reason}`]);
  });

  test("a version is accepted once it is synced, and refused if that is not known", async () => {
    const { status, tag, stop } = await tagging("v1", { synced: true });
    stop();
    const refused = await tag();
    expect([status, refused.status]).toEqual([200, 503]);
    expect(refused.msg).toMatch(/^graph-node is unreachable, the tag was not moved: /);
    const plain = await tagging("plain", {});
    const reason = "transfers plain cannot be tagged prod: it has no deployment at graph-node";
    expect([plain.status, plain.msg]).toEqual([409, reason]);
    expect((await tagging("v9", {})).status).toBe(404);
  });
});
