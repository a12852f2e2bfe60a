import { describe, expect, test } from "vitest";
import { NODE, SLOW } from "../support/graph-node/node.ts";
import { bodyOf, startNodeSubgraphs } from "../support/graph-node/service.ts";
import { startService } from "../support/support.ts";

async function tagged(options: Parameters<typeof startNodeSubgraphs>[0] = {}) {
  const server = await startNodeSubgraphs(options);
  const { node, graphNode, manage } = server;
  await graphNode.deployments.deploy(node.v1);
  await graphNode.deployments.deploy(node.v2);
  await node.untilQueryable();
  const moveTo = async (version: string) => {
    const tag = { subgraph_name: node.name, version, tag: "prod" };
    expect((await manage("createTag", tag)).status).toBe(200);
  };
  await moveTo("v1");
  return { ...server, path: `/subgraphs/${node.name}/prod`, moveTo };
}

async function deploymentOf(response: Response): Promise<string> {
  return (await bodyOf(response)).data._meta.deployment;
}

describe(`an endpoint of ${NODE}`, SLOW, () => {
  test("of a tag serves its version, before and after a move; of a version serves it", async () => {
    const { query, node, path, moveTo } = await tagged();
    const before = await query(path);
    expect(before.headers.get("x-chainkit-version")).toBe("v1");
    expect(before.headers.get("x-chainkit-deployment")).toBe(node.v1.deploymentId);
    expect(await deploymentOf(before)).toBe(node.v1.deploymentId);
    await moveTo("v2");
    expect(await deploymentOf(await query(path))).toBe(node.v2.deploymentId);
    const version = await query(`/subgraphs/${node.name}/v1`);
    expect(await deploymentOf(version)).toBe(node.v1.deploymentId);
  });

  test("reports its target on a GET", async () => {
    const { url, node, path } = await tagged();
    const response = await fetch(url + path);
    expect(await bodyOf(response)).toEqual({
      subgraph: node.name,
      version: "v1",
      tag: "prod",
      deployment: node.v1.deploymentId,
    });
    expect(response.headers.get("cache-control")).toBe("no-store");
    const version = await fetch(`${url}/subgraphs/${node.name}/v2`);
    expect(await bodyOf(version)).toMatchObject({ version: "v2", tag: null });
  });

  test("accepts its name percent-encoded in the path", async () => {
    const { graphNode, query, node } = await startNodeSubgraphs();
    const version = `v1-${node.name}`;
    const { deploymentId } = node.v1;
    await graphNode.deployments.deploy({ name: `${node.name}/sub`, version, deploymentId });
    expect((await query(`/subgraphs/${node.name}%2Fsub/${version}`)).status).toBe(200);
    await graphNode.deployments.remove(`${node.name}/sub`, version);
  });

  test("that is unknown is a 404 with a GraphQL error", async () => {
    const { query, management, node } = await tagged();
    for (const path of [`/subgraphs/${node.name}/nope`, "/subgraphs/nope/prod"]) {
      const response = await query(path);
      expect(response.status).toBe(404);
      expect((await bodyOf(response)).errors[0].message).toContain("has no version or tag");
    }
    await management.addDeployment("plain", "1.0.0");
    const plain = await query("/subgraphs/plain/1.0.0");
    expect(plain.status).toBe(404);
    expect((await bodyOf(plain)).errors[0].message).toContain("no deployment at graph-node");
  });

  test("is readable by the web pages that --cors allows", async () => {
    const origin = "https://app.example";
    const { url, path } = await tagged({ cors: [origin] });
    const preflight = await fetch(url + path, { method: "OPTIONS", headers: { origin } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe(origin);
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("content-type");
    const response = await fetch(url + path, { headers: { origin } });
    expect(response.headers.get("access-control-expose-headers")).toContain("x-chainkit-version");
    const other = await fetch(url + path, { headers: { origin: "https://evil.example" } });
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("counts queries per tag, with labels for existing tags only", async () => {
    const { query, url, node, path } = await tagged();
    await query(path);
    await query(`/subgraphs/${node.name}/v2`);
    for (let at = 0; at < 5; at += 1) {
      await query(`/subgraphs/made-up-${at}/prod`);
    }
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const counts = metrics.match(/^chainkit_subgraph_query_duration_seconds_count\{.*$/gm);
    const line = (subgraph: string, tag: string, status: number, count: number) =>
      `chainkit_subgraph_query_duration_seconds_count{subgraph="${subgraph}",tag="${tag}",status="${status}"} ${count}`;
    expect(counts?.sort()).toEqual(
      [
        line("(none)", "(none)", 404, 5),
        line(node.name, "(version)", 200, 1),
        line(node.name, "prod", 200, 1),
      ].sort(),
    );
  });
});

test("does not exist without graph-node", async () => {
  const { url } = await startService();
  const response = await fetch(`${url}/subgraphs/transfers/prod`, { method: "POST" });
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toContain("problem+json");
});
