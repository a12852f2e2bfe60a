import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createSubgraphManagementClient } from "@chainkit/subgraph-management";
import { expect, test } from "vitest";
import { runScript } from "../support/command.ts";
import { NODE, startNode } from "../support/graph-node/node.ts";
import { commands, serve } from "../support/graph-node/serve.ts";
import { call } from "../support/in-process.ts";

const CALLERS = 8;
const MOVES = 40;
const script = fileURLToPath(new URL("../support/graph-node/callers.ts", import.meta.url));

/**
 * Service, callers and graph-node are separate processes: on one event loop they would take turns,
 * always in the same order.
 */
test(`under load on ${NODE}, a tag moves without a failed request or a wrong deployment`, async () => {
  const node = await startNode();
  const { name, v1, v2 } = node;
  const { data, subgraph } = commands(node);
  for (const { version, deploymentId } of [v1, v2]) {
    const deployed = await subgraph("deploy", `${name}/${version}`, "--ipfs", deploymentId);
    expect(deployed.output).toContain(`${name} ${version} deployed as ${deploymentId}`);
    expect(deployed.code).toBe(0);
  }
  await node.untilQueryable();
  const created = await call(["token", "create", "test", "--data", data]);
  const [token = ""] = /ck_\S+/.exec(created.output) ?? [];
  const { url } = await serve(data, node);
  const client = createSubgraphManagementClient({ baseUrl: url, graphNs: "ns", token });
  const endpoint = `${url}/subgraphs/${name}/prod`;
  const moveTo = (version: string) =>
    client.createTag({ subgraph_name: name, version, tag: "prod" });
  await moveTo("v1");

  const callers = runScript(script, [endpoint, String(CALLERS)]);
  await callers.until(/calling/);
  for (let move = 0; move < MOVES; move += 1) {
    const version = move % 2 === 0 ? "v2" : "v1";
    await moveTo(version);
    // Requests after the move reach the new deployment.
    expect(await (await fetch(endpoint)).json()).toMatchObject({ version });
    // A random pause, so that moves hit queries at different points.
    await sleep(Math.random() * 20);
  }
  callers.child.stdin?.end();
  const [text] = await callers.until(/^\{.*\}$/m);
  const seen: Record<string, number> = JSON.parse(text);
  const total = Object.values(seen).reduce((sum, count) => sum + count, 0);
  expect(Object.keys(seen).sort()).toEqual(
    [v1, v2].map(({ version, deploymentId: id }) => `200 ${version} ${id} ${id}`),
  );
  expect(total).toBeGreaterThan(MOVES);
});
