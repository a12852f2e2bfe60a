import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createAdminClient } from "../../src/graph-node/admin.ts";
import { GraphNodeRefusedError } from "../../src/graph-node/errors.ts";
import { createGraphNode, type GraphNode } from "../../src/graph-node/graph-node.ts";
import { importDeployments } from "../../src/graph-node/import.ts";
import { openSubgraphs } from "../../src/store/open.ts";
import { startStandIn } from "../support/graph-node/graph-node.ts";
import { temporaryFolder } from "../support/support.ts";

const { CHAINKIT_TEST_GRAPH_NODE: host, CHAINKIT_TEST_DEPLOYMENTS = "QmOne,QmTwo" } = process.env;
const [first = "", second = ""] = CHAINKIT_TEST_DEPLOYMENTS.split(",");
/** Names stay at a graph-node that was interrupted; each run has its own. */
const NAME = `chainkit-test-${Date.now().toString(36)}x`;

/** What the stand-in must have in common with graph-node; `graph-node/test.sh` runs it against one. */
describe(`the interfaces of ${host ? "graph-node" : "the stand-in"}`, () => {
  let graphNode: GraphNode;
  let adminUrl: string;

  beforeEach(async () => {
    const standIn = host ? undefined : await startStandIn();
    const urls = standIn?.urls ?? {
      admin: `http://${host}:8020`,
      query: `http://${host}:8000`,
      status: `http://${host}:8030`,
    };
    adminUrl = urls.admin;
    const file = join(temporaryFolder(), "management.sqlite");
    const store = await openSubgraphs({ kind: "sqlite", file });
    const node = createGraphNode(
      {
        admin: { url: urls.admin },
        query: { url: urls.query },
        status: { url: urls.status },
        tagRequires: "nothing",
        limits: { maxQuery: 1e6, maxResponse: 1e7, timeoutMs: 10_000 },
        requestMs: 10_000,
        deployMs: 120_000,
      },
      store,
    );
    graphNode = node;
    onTestFinished(async () => {
      for (const version of ["v1", "v2"]) {
        await createAdminClient({ url: urls.admin }, { requestMs: 10_000, deployMs: 10_000 })
          .remove(`${NAME}/${version}`)
          .catch(() => {});
      }
      node.close();
      await store.close();
    });
  });

  test("each responds", async () => {
    expect(await graphNode.health()).toEqual({ admin: true, query: true, status: true });
  });

  test("a version is deployed, reported, queried, imported and removed", async () => {
    await graphNode.deployments.deploy({ name: NAME, version: "v1", deploymentId: first });
    await graphNode.deployments.deploy({ name: NAME, version: "v2", deploymentId: second });
    const current = await graphNode.status.current(`${NAME}/v1`);
    expect(current).toMatchObject({ deploymentId: first, health: expect.any(String) });
    const [reported] = await graphNode.status.statuses([second]);
    expect(reported?.deploymentId).toBe(second);
    expect(reported?.networks.length).toBeGreaterThan(0);
    expect(await graphNode.status.namesOf(first)).toContain(`${NAME}/v1`);
    const [imported] = await importDeployments(graphNode, [`${NAME}/v2`]);
    expect(imported?.outcome).toBe("registered already");

    const body = Buffer.from('{"query":"{ _meta { deployment } }"}');
    const { signal } = new AbortController();
    const query = { deploymentId: first, headers: {}, body, length: body.length, signal };
    const response = await graphNode.proxy.forward(query);
    expect(response.status).toBe(200);
    expect(response.headers["content-type"]).toContain("json");
    expect(JSON.parse((await response.body.toArray()).join(""))).toHaveProperty("data");

    expect(await graphNode.deployments.remove(NAME, "v1")).toBe("removed");
    expect(await graphNode.status.current(`${NAME}/v1`)).toBeUndefined();
    expect((await graphNode.status.current(`${NAME}/v2`))?.deploymentId).toBe(second);
  }, 300_000);

  test("removing what is not there changes nothing", async () => {
    const admin = createAdminClient({ url: adminUrl }, { requestMs: 10_000, deployMs: 10_000 });
    await admin.remove(`${NAME}/never`);
    await admin.create(`${NAME}/v1`);
    await admin.create(`${NAME}/v1`);
    expect(await graphNode.status.current(`${NAME}/v1`)).toBeUndefined();
  });

  test("a name that breaks the rules, and a name that is unknown, are refused", async () => {
    const admin = createAdminClient({ url: adminUrl }, { requestMs: 10_000, deployMs: 120_000 });
    await expect(admin.create("transfers/1")).rejects.toThrow(GraphNodeRefusedError);
    await expect(admin.create("transfers/1")).rejects.toThrow("(code -32602)");
    const unknown = admin.deploy(`${NAME}/never`, first, null);
    await expect(unknown).rejects.toThrow("subgraph name not found");
    await expect(unknown).rejects.toThrow("(code 0)");
  }, 300_000);
});
