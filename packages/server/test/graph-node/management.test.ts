import { describe, expect, test } from "vitest";
import { V1, V2 } from "../support/graph-node/registry.ts";
import { startSubgraphs, type TestSubgraphs } from "../support/graph-node/service.ts";

const VERSION = { name: "transfers", version: "v1" };
const TAG = { subgraph_name: "transfers", version: "v1", tag: "prod" };

async function deployed(
  options: Parameters<typeof startSubgraphs>[0] = {},
): Promise<TestSubgraphs> {
  const service = await startSubgraphs(options);
  await service.graphNode.deployments.deploy(V1);
  await service.graphNode.deployments.deploy(V2);
  return service;
}

describe("removeSubgraph", () => {
  test("removes at graph-node as well", async () => {
    const { manage, standIn } = await deployed();
    expect(await manage("removeSubgraph", VERSION)).toMatchObject({ status: 200, code: 0 });
    expect([...standIn.state.names.keys()]).toEqual(["transfers/v2"]);
    expect(await manage("removeSubgraph", VERSION)).toMatchObject({ status: 404, code: 404 });
  });

  test("a tag holds a version, and graph-node is not asked", async () => {
    const { manage, standIn } = await deployed();
    await manage("createTag", TAG);
    expect(await manage("removeSubgraph", VERSION)).toMatchObject({
      status: 409,
      msg: "transfers v1 still has the tag prod",
    });
    expect(standIn.state.names.has("transfers/v1")).toBe(true);
  });

  test.each([
    [{ kind: "refuse", message: "subgraph registrar error with store: database unavailable" }, 502],
    [{ kind: "status", status: 403 }, 502],
    [{ kind: "break", at: "before" }, 504],
    [{ kind: "hang", at: "after" }, 504],
  ] as const)(
    "what graph-node does not do (%j) is told with status %i and the reason",
    async (fault, status) => {
      const { manage, standIn } = await deployed();
      standIn.state.faults.set("subgraph_remove", fault);
      const refused = await manage("removeSubgraph", VERSION);
      expect(refused).toMatchObject({ status, code: status, data: {} });
      expect(refused.msg).toMatch(
        status === 502 ? /graph-node refused, nothing was removed: / : /no response/,
      );
      if ("message" in fault) {
        expect(refused.msg).toContain("database unavailable (code 1)");
      }
    },
  );

  test("a graph-node that is away is told with 503, and all is as it was", async () => {
    const { manage, standIn, states } = await deployed();
    await standIn.stop();
    const refused = await manage("removeSubgraph", VERSION);
    expect(refused).toMatchObject({ status: 503, code: 503 });
    expect(refused.msg).toMatch(
      /^graph-node is away, nothing was removed: 127\.0\.0\.1:\d+ is not reachable/,
    );
    expect(await states()).toContain("transfers/v1 deployed");
    expect(await manage("queryTag", { subgraph_name: "transfers", version: "v1" })).toMatchObject({
      status: 200,
    });
  });

  test("two removals at once: one removes, the other is a 409, a third a 404", async () => {
    const { manage, standIn } = await deployed();
    standIn.state.faults.set("subgraph_remove", { kind: "delay", ms: 100 });
    const both = await Promise.all([
      manage("removeSubgraph", VERSION),
      manage("removeSubgraph", VERSION),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await manage("removeSubgraph", VERSION)).status).toBe(404);
  });

  test("a removal while a tag is created: either the tag or the removal, never both", async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const { manage, standIn, management } = await deployed();
      const [tagging, removal] = await Promise.all(
        round % 2 === 0
          ? [manage("createTag", TAG), manage("removeSubgraph", VERSION)]
          : [manage("removeSubgraph", VERSION), manage("createTag", TAG)].reverse(),
      );
      const isThere = standIn.state.names.has("transfers/v1");
      const tags = await management.listTags("transfers", "v1");
      outcomes.add(`${tagging?.status} ${removal?.status}`);
      expect([tagging?.status, removal?.status, isThere, tags.length]).toEqual(
        tagging?.status === 200 ? [200, 409, true, 1] : [expect.any(Number), 200, false, 0],
      );
    }
    expect([...outcomes].every((outcome) => /^(200 409|40[49] 200)$/.test(outcome))).toBe(true);
  }, 60_000);

  test("a tag is refused while the version is being removed", async () => {
    const { manage, standIn } = await deployed();
    standIn.state.faults.set("subgraph_remove", { kind: "hang", at: "before" });
    await manage("removeSubgraph", VERSION);
    expect(await manage("createTag", TAG)).toMatchObject({
      status: 409,
      msg: "transfers v1 cannot be tagged prod: it is being removed",
    });
  });
});

describe("createTag", () => {
  test("a version that vanished at graph-node takes no tag, and can be removed", async () => {
    const { manage, standIn } = await deployed();
    standIn.state.remove("transfers/v1");
    expect(await manage("createTag", TAG)).toMatchObject({
      status: 409,
      msg: "transfers v1 cannot be tagged prod: graph-node has nothing under the name transfers/v1 instead of QmOne",
    });
    expect((await manage("removeSubgraph", VERSION)).status).toBe(200);
  });

  test("a tag whose version vanished still leads to it, and moves away", async () => {
    const { manage, standIn, query } = await deployed();
    await manage("createTag", TAG);
    standIn.state.remove("transfers/v1");
    standIn.state.deployments.delete("QmOne");
    const response = await query("/subgraphs/transfers/prod");
    expect(await response.json()).toEqual({
      errors: [{ message: "deployment `QmOne` does not exist" }],
    });
    expect((await manage("createTag", { ...TAG, version: "v2" })).status).toBe(200);
  });

  test("while graph-node reports nothing, a tag still moves", async () => {
    const { manage, standIn } = await deployed();
    await standIn.stop();
    expect((await manage("createTag", TAG)).status).toBe(200);
  });

  test("a tag is not named as a version is", async () => {
    const { manage } = await deployed();
    expect(await manage("createTag", { ...TAG, tag: "v2" })).toMatchObject({
      status: 409,
      msg: "transfers v1 cannot be tagged v2: a version has that name",
    });
  });

  test("names that graph-node would refuse are fine where none goes to it", async () => {
    const { manage, management } = await deployed();
    await management.addDeployment("Überweisungen 2", "1.0.0");
    const version = { subgraph_name: "Überweisungen 2", version: "1.0.0" };
    expect((await manage("createTag", { ...version, tag: "ok ✓" })).status).toBe(200);
    await manage("deleteTag", { ...version, tag: "ok ✓" });
    const removal = { name: version.subgraph_name, version: version.version };
    expect((await manage("removeSubgraph", removal)).status).toBe(200);
  });
});

describe("--tag-requires synced", () => {
  const synced = { graphNode: { tagRequires: "synced" } } as const;

  test("refuses a version that is not synced, with its progress", async () => {
    const { manage, standIn } = await deployed(synced);
    expect(await manage("createTag", TAG)).toMatchObject({
      status: 409,
      msg: "transfers v1 cannot be tagged prod: it is not synced yet (mainnet at block 5 of 10)",
    });
    Object.assign(standIn.state.deployments.get("QmOne") ?? {}, { synced: true });
    expect((await manage("createTag", TAG)).status).toBe(200);
  });

  test("refuses a version that failed, with its error", async () => {
    const { manage, standIn } = await deployed(synced);
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

  test("refuses what cannot be judged, and what is not at graph-node at all", async () => {
    const { manage, standIn, management } = await deployed(synced);
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
