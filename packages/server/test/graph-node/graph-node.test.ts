import { describe, expect, test } from "vitest";
import { createAdminClient } from "../../src/graph-node/admin.ts";
import { importDeployments } from "../../src/graph-node/import.ts";
import { NODE, SLOW } from "../support/graph-node/node.ts";
import { bodyOf, startNodeSubgraphs } from "../support/graph-node/service.ts";
import { startService } from "../support/support.ts";

/** A service with two versions, of which a tag is on the first one, and bodies of requests for that. */
async function startTagged(options: Parameters<typeof startNodeSubgraphs>[0] = {}) {
  const service = await startNodeSubgraphs(options);
  const { node, graphNode, manage } = service;
  const { name, v1, v2 } = node;
  await graphNode.deployments.deploy(v1);
  await graphNode.deployments.deploy(v2);
  await node.untilQueryable();
  const tag = { subgraph_name: name, version: "v1", tag: "prod" };
  expect((await manage("createTag", tag)).status).toBe(200);
  return { ...service, name, tag, removal: { name, version: "v1" } };
}

describe(`deployments at ${NODE}`, SLOW, () => {
  test("each interface responds, and refuses invalid and unknown names", async () => {
    const { node, graphNode } = await startNodeSubgraphs();
    expect(await graphNode.health()).toEqual({ admin: true, query: true, status: true });
    const admin = createAdminClient(node.settings.admin, 10_000, 120_000);
    const invalid = { kind: "refused", code: -32602 };
    await expect(admin.create("transfers/1")).rejects.toMatchObject(invalid);
    const { deploy } = graphNode.deployments;
    await expect(deploy({ ...node.v1, node: "a b" })).rejects.toThrow("node id");
    await expect(deploy({ ...node.v1, deploymentId: "a/b" })).rejects.toThrow("IPFS hash");
    const unknown = admin.deploy(`${node.name}/never`, node.v1.deploymentId, null);
    await expect(unknown).rejects.toThrow(/subgraph name not found.*\(code 0\)$/);
    await admin.remove(`${node.name}/never`);
    await admin.create(`${node.name}/v1`);
    await admin.create(`${node.name}/v1`);
    expect(await graphNode.status.current(`${node.name}/v1`)).toBeUndefined();
  });

  test("a name that is deployed is taken, by the service or outside of it", async () => {
    const { node, graphNode, states } = await startNodeSubgraphs();
    const { name, v1, v2 } = node;
    await node.deploy(`${name}/v1`, v2.deploymentId);
    await expect(graphNode.deployments.deploy(v1)).rejects.toThrow(
      `graph-node has ${v2.deploymentId} under the name ${name}/v1 already; register it with: subgraph import ${name}/v1`,
    );
    expect(await states()).toEqual([]);
    await graphNode.deployments.deploy(v2);
    const again = graphNode.deployments.deploy({ ...v2, deploymentId: v1.deploymentId });
    await expect(again).rejects.toThrow(
      `${name} v2 (${name}/v2 at graph-node) is deployed already; remove it first`,
    );
    const ids = [await node.deploymentOf(`${name}/v1`), await node.deploymentOf(`${name}/v2`)];
    expect(ids).toEqual([v2.deploymentId, v2.deploymentId]);
  });

  test("a version is deployed and removed once if that is called twice at the same time", async () => {
    const { node, graphNode, states } = await startNodeSubgraphs();
    const { name, v1 } = node;
    const { deploy, remove } = graphNode.deployments;
    const both = await Promise.allSettled([deploy(v1), deploy(v1)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await node.deploymentOf(`${name}/v1`)).toBe(v1.deploymentId);
    const [first, second] = await Promise.allSettled([remove(name, "v1"), remove(name, "v1")]);
    expect(first).toEqual({ status: "fulfilled", value: "removed" });
    const message = `${name} v1 is being deployed or removed`;
    expect(second).toMatchObject({ reason: { message } });
    expect([await remove(name, "v1"), await states()]).toEqual(["unknown", []]);
  });

  test("a version that was removed while graph-node was not configured is removed later", async () => {
    const { name, graphNode, states, manage, management, node, tag } = await startTagged();
    await manage("deleteTag", tag);
    await management.removeDeployment(name, "v1");
    expect(await graphNode.deployments.recover()).toBe(0);
    expect(await states()).toEqual([`${name}/v2 deployed`]);
    expect(await node.deploymentOf(`${name}/v1`)).toBeUndefined();
  });
});

describe(`importing from ${NODE}`, SLOW, () => {
  async function startForeign() {
    const service = await startNodeSubgraphs();
    const { name, v1, v2, deploy } = service.node;
    // Without a slash, a name has no version.
    const plain = `${name}-plain`;
    await deploy(`${name}/v1`, v1.deploymentId);
    await deploy(`${name}/v2`, v2.deploymentId);
    await deploy(plain, v2.deploymentId);
    const importAll = async (...names: string[]) => {
      const imported = await importDeployments(service.graphNode, names);
      return imported.flatMap((each) =>
        each.remoteName.startsWith(name) ? [[each.name, each.version, each.outcome]] : [],
      );
    };
    return { ...service, name, plain, importAll, first: v1.deploymentId, second: v2.deploymentId };
  }

  test("registers all deployments under their names, and removes no other name of theirs", async () => {
    const { node, graphNode, store, manage, name, ...foreign } = await startForeign();
    const { plain, importAll, second } = foreign;
    const outcomes = (outcome: string) => [
      [plain, second, outcome],
      [name, "v1", outcome],
      [name, "v2", outcome],
    ];
    expect((await importAll()).sort()).toEqual(outcomes("registered").sort());
    expect((await importAll()).sort()).toEqual(outcomes("registered already").sort());
    await manage("createTag", { subgraph_name: name, version: "v2", tag: "prod" });
    const target = { version: "v2", deploymentId: second, isTag: true };
    expect(await store.resolve(name, "prod")).toEqual(target);
    await graphNode.deployments.remove(plain, second);
    const left = [await node.deploymentOf(plain), await node.deploymentOf(`${name}/v2`)];
    expect(left).toEqual([undefined, second]);
  });

  test("does not change a version that has another deployment, and needs a name with one", async () => {
    const { node, store, name, importAll, first, second } = await startForeign();
    expect(await importAll(`${name}/v1`)).toEqual([[name, "v1", "registered"]]);
    await node.deploy(`${name}/v1`, second);
    expect(await importAll(`${name}/v1`)).toEqual([[name, "v1", "version taken"]]);
    expect((await store.findDeployment(name, "v1"))?.deploymentId).toBe(first);
    await expect(importAll(`${name}-unknown`)).rejects.toThrow(
      `graph-node has no deployment under ${name}-unknown`,
    );
    await expect(importAll("a.b")).rejects.toThrow('graph-node does not accept the name "a.b"');
  });
});

describe(`management with ${NODE}`, SLOW, () => {
  test("removes a version at graph-node as well, unless it is tagged", async () => {
    const { manage, node, name, removal, tag } = await startTagged();
    const msg = `${name} v1 still has the tag prod`;
    const refused = { status: 409, code: 409, data: {}, msg };
    expect(await manage("removeSubgraph", removal)).toEqual(refused);
    expect(await node.deploymentOf(`${name}/v1`)).toBe(node.v1.deploymentId);
    await manage("deleteTag", tag);
    const done = { status: 200, code: 0, data: {}, msg: "success" };
    expect(await manage("removeSubgraph", removal)).toEqual(done);
    const left = [await node.deploymentOf(`${name}/v1`), await node.deploymentOf(`${name}/v2`)];
    expect(left).toEqual([undefined, node.v2.deploymentId]);
    expect((await manage("removeSubgraph", removal)).status).toBe(404);
  });

  test("and creating a tag at the same time: one of them succeeds", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { manage, node, management, name, removal, tag } = await startTagged();
      await manage("deleteTag", tag);
      const [tagging, removing] = await Promise.all(
        round % 2 === 0
          ? [manage("createTag", tag), manage("removeSubgraph", removal)]
          : [manage("removeSubgraph", removal), manage("createTag", tag)].reverse(),
      );
      const isThere = (await node.deploymentOf(`${name}/v1`)) !== undefined;
      const tags = await management.listTags(name, "v1");
      expect([
        [200, 409, true, 1],
        [404, 200, false, 0],
        [409, 200, false, 0],
      ]).toContainEqual([tagging?.status, removing?.status, isThere, tags.length]);
    }
  });

  test("moves no tag to a version that vanished from graph-node, nor one with the name of a version", async () => {
    const { manage, node, name, removal, tag } = await startTagged();
    await node.remove(`${name}/v1`);
    const refusal = async (own: string) => (await manage("createTag", { ...tag, tag: own })).msg;
    expect(await refusal("next")).toBe(
      `${name} v1 cannot be tagged next: graph-node has nothing under the name ${name}/v1 instead of ${node.v1.deploymentId}`,
    );
    expect(await refusal("v2")).toBe(`${name} v1 cannot be tagged v2: a version has that name`);
    await manage("deleteTag", tag);
    expect((await manage("removeSubgraph", removal)).status).toBe(200);
  });

  test("accepts any name for versions that are not at graph-node", async () => {
    const { manage, management, query } = await startNodeSubgraphs();
    const [name, version] = ["Überweisungen 2", "1.0.0"];
    await management.addDeployment(name, version);
    const tag = { subgraph_name: name, version, tag: "ok ✓" };
    expect((await manage("createTag", tag)).status).toBe(200);
    const message = `${name} ${version} has no deployment at graph-node.`;
    const response = await query(`/subgraphs/${encodeURIComponent(name)}/${version}`);
    const errors = [{ message, extensions: { status: 404 } }];
    expect([response.status, await bodyOf(response)]).toEqual([404, { errors }]);
    await manage("deleteTag", tag);
    expect((await manage("removeSubgraph", { name, version })).status).toBe(200);
  });
});

describe(`an endpoint of ${NODE}`, SLOW, () => {
  test("of a tag serves its version, before and after a move; of a version serves it", async () => {
    const { url, query, node, name, manage, tag } = await startTagged();
    const served = async (target: string) => {
      const response = await query(`/subgraphs/${name}/${target}`);
      const { deployment } = (await bodyOf(response)).data._meta;
      const { headers } = response;
      expect(headers.get("x-chainkit-deployment")).toBe(deployment);
      return [headers.get("x-chainkit-version"), deployment];
    };
    const [first, second] = [node.v1.deploymentId, node.v2.deploymentId];
    expect(await served("prod")).toEqual(["v1", first]);
    expect((await manage("createTag", { ...tag, version: "v2" })).status).toBe(200);
    expect(await served("prod")).toEqual(["v2", second]);
    expect(await served("v1")).toEqual(["v1", first]);
    // A GET reports the target.
    for (const [target, version, deployment] of [
      ["prod", "v2", second],
      ["v1", "v1", first],
    ]) {
      const response = await fetch(`${url}/subgraphs/${name}/${target}`);
      const reported = {
        subgraph: name,
        version,
        tag: target === "v1" ? null : target,
        deployment,
      };
      expect(await bodyOf(response)).toEqual(reported);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  test("accepts its name percent-encoded in the path", async () => {
    const { graphNode, query, node } = await startNodeSubgraphs();
    const { deploymentId } = node.v1;
    const [name, version] = [`${node.name}/sub`, `v1-${node.name}`];
    await graphNode.deployments.deploy({ name, version, deploymentId });
    expect((await query(`/subgraphs/${node.name}%2Fsub/${version}`)).status).toBe(200);
    await graphNode.deployments.remove(name, version);
  });

  test("is readable by the web pages that --cors allows", async () => {
    const origin = "https://app.example";
    const { url, name } = await startTagged({ cors: [origin] });
    const path = `${url}/subgraphs/${name}/prod`;
    const ask = async (method: string, from = origin) => {
      const { status, headers } = await fetch(path, { method, headers: { origin: from } });
      const names = [
        "allow",
        ...["origin", "methods"].map((each) => `access-control-allow-${each}`),
      ];
      return [status, ...names.map((each) => headers.get(each))];
    };
    const methods = "GET, HEAD, POST";
    expect(await ask("OPTIONS")).toEqual([204, `${methods}, OPTIONS`, origin, methods]);
    expect(await ask("DELETE")).toEqual([405, `${methods}, OPTIONS`, null, null]);
    expect(await ask("GET")).toEqual([200, null, origin, null]);
    expect(await ask("GET", "https://evil.example")).toEqual([200, null, null, null]);
    const { headers } = await fetch(path, { headers: { origin } });
    expect(headers.get("access-control-expose-headers")).toBe(
      "etag, retry-after, x-request-id, chainkit-coverage, graph-indexed, x-chainkit-deployment, x-chainkit-version",
    );
  });

  test("counts queries per tag, with labels for existing tags only", async () => {
    const { query, url, name } = await startTagged();
    const missing = Array.from({ length: 5 }, (_, at) => [`made-up-${at}`, "prod"]);
    for (const [subgraph, target] of [[name, "prod"], [name, "v2"], [name, "no"], ...missing]) {
      const response = await query(`/subgraphs/${subgraph}/${target}`);
      if (response.status !== 200) {
        const message = `${subgraph} has no version or tag ${target}.`;
        const errors = [{ message, extensions: { status: 404 } }];
        expect([response.status, await bodyOf(response)]).toEqual([404, { errors }]);
      }
    }
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const count =
      /^chainkit_subgraph_query_duration_seconds_count\{subgraph="(.*)",tag="(.*)",status="(.*)"\} (.*)$/gm;
    expect(metrics).toMatch(/^chainkit_subgraph_query_duration_seconds_sum\{.*\} 0\.\d/m);
    const counts = [...metrics.matchAll(count)].map(([, ...row]) => row);
    expect(counts.sort()).toEqual([
      ["(none)", "(none)", "404", "6"],
      [name, "(version)", "200", "1"],
      [name, "prod", "200", "1"],
    ]);
  });

  test("does not exist without graph-node", async () => {
    const { url } = await startService();
    const response = await fetch(`${url}/subgraphs/transfers/prod`, { method: "POST" });
    const type = response.headers.get("content-type");
    expect([response.status, type]).toEqual([404, "application/problem+json"]);
  });
});
