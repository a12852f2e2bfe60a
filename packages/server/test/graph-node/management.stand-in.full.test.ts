import { describe, expect, test } from "vitest";
import { startSubgraphs } from "../support/graph-node/service.ts";

const VERSION = { name: "transfers", version: "v1" };
const TAG = { subgraph_name: "transfers", version: "v1", tag: "prod" };

describe("removeSubgraph", () => {
  test.each([
    [{ kind: "refuse", message: "subgraph registrar error with store: database unavailable" }, 502],
    [{ kind: "status", status: 403 }, 502],
    [{ kind: "break", at: "before" }, 504],
    [{ kind: "hang", at: "after" }, 504],
  ] as const)("a failure of graph-node (%j) is a %i with the reason", async (fault, status) => {
    const { manage, standIn } = await startSubgraphs();
    standIn.state.faults.set("subgraph_remove", fault);
    const refused = await manage("removeSubgraph", VERSION);
    expect(refused).toMatchObject({ status, code: status, data: {} });
    expect(refused.msg).toMatch(
      status === 502 ? /graph-node rejected the request, nothing was removed: / : /no response/,
    );
    if ("message" in fault) {
      expect(refused.msg).toContain("database unavailable (code 1)");
    }
  });

  test("an unreachable graph-node is a 503, and nothing changes", async () => {
    const { manage, standIn, states } = await startSubgraphs();
    await standIn.stop();
    const refused = await manage("removeSubgraph", VERSION);
    expect(refused).toMatchObject({ status: 503, code: 503 });
    expect(refused.msg).toMatch(
      /^graph-node is unreachable, nothing was removed: 127\.0\.0\.1:\d+ is not reachable/,
    );
    expect(await states()).toContain("transfers/v1 deployed");
    expect(await manage("queryTag", { subgraph_name: "transfers", version: "v1" })).toMatchObject({
      status: 200,
    });
  });
});

describe("createTag", () => {
  test("a tag of a vanished version still exists and can be moved", async () => {
    const { manage, standIn, query } = await startSubgraphs();
    await manage("createTag", TAG);
    standIn.state.remove("transfers/v1");
    standIn.state.deployments.delete("QmOne");
    const response = await query("/subgraphs/transfers/prod");
    expect(await response.json()).toEqual({
      errors: [{ message: "deployment `QmOne` does not exist" }],
    });
    expect((await manage("createTag", { ...TAG, version: "v2" })).status).toBe(200);
  });

  test("a tag can be moved while graph-node is silent", async () => {
    const { manage, standIn } = await startSubgraphs();
    await standIn.stop();
    expect((await manage("createTag", TAG)).status).toBe(200);
  });
});

describe("--tag-requires synced", () => {
  const synced = { graphNode: { tagRequires: "synced" } } as const;

  test("refuses a version that is not synced, with its progress", async () => {
    const { manage, standIn } = await startSubgraphs(synced);
    expect(await manage("createTag", TAG)).toMatchObject({
      status: 409,
      msg: "transfers v1 cannot be tagged prod: it is not synced yet (mainnet at block 5 of 10)",
    });
    Object.assign(standIn.state.deployments.get("QmOne") ?? {}, { synced: true });
    expect((await manage("createTag", TAG)).status).toBe(200);
  });

  test("refuses a version that failed, with its error", async () => {
    const { manage, standIn } = await startSubgraphs(synced);
    const failed = {
      synced: true,
      health: "failed",
      error: "division by zero\n  in handleTransfer",
    };
    Object.assign(standIn.state.deployments.get("QmTwo") ?? {}, failed);
    expect(await manage("createTag", { ...TAG, version: "v2" })).toMatchObject({
      status: 409,
      msg: "transfers v2 cannot be tagged prod: its indexing failed: division by zero in handleTransfer",
    });
  });

  test("refuses versions of unknown status and versions that graph-node does not have", async () => {
    const { manage, standIn, management } = await startSubgraphs(synced);
    await management.addDeployment("plain", "1.0.0");
    const plain = { subgraph_name: "plain", version: "1.0.0", tag: "prod" };
    expect(await manage("createTag", plain)).toMatchObject({ status: 409 });
    expect((await manage("createTag", { ...plain, version: "9" })).status).toBe(404);
    await standIn.stop();
    expect(await manage("createTag", TAG)).toMatchObject({
      status: 503,
      msg: expect.stringContaining("the tag was not moved"),
    });
  });
});
