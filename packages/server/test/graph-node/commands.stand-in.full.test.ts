import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startStandIn } from "../support/graph-node/graph-node.ts";
import { commands, serve } from "../support/graph-node/serve.ts";
import { call } from "../support/in-process.ts";

test("a version is deployed at the node that is named; list shows the state of each, and why it failed", async () => {
  const standIn = await startStandIn();
  const { deployments, faults } = standIn.state;
  const { data, subgraph } = commands(standIn);
  await call(["subgraph", "add", "transfers", "v0", "--data", data]);
  for (const [version, id] of Object.entries({ v1: "QmOne", v2: "QmTwo", v3: "QmThree" })) {
    await subgraph("deploy", `transfers/${version}`, "--ipfs", id, "--node", "node_7");
  }
  faults.set("subgraph_create", { kind: "break", at: "before" });
  await subgraph("deploy", "transfers/v4", "--ipfs", "QmFour");
  expect(deployments.get("QmOne")?.node).toBe("node_7");
  Object.assign(deployments.get("QmOne") ?? {}, { health: "failed", error: "division by zero" });
  Object.assign(deployments.get("QmTwo") ?? {}, { synced: true, latest: 11 });
  deployments.delete("QmThree");
  const { output } = await subgraph("list");
  expect(output.split("\n").map((line) => line.split(/ {2,}/).join(" | "))).toEqual([
    "NAME | VERSION | TAGS | DEPLOYMENT | STATE | SYNCED | HEALTH | LATEST BLOCK",
    "transfers | v0 | - | - | - | - | -",
    "transfers | v1 | QmOne | deployed | no | failed: division by zero | mainnet 5 (5 behind)",
    "transfers | v2 | QmTwo | deployed | yes | healthy | mainnet 11 (0 behind)",
    "transfers | v3 | QmThree | deployed | - | not at graph-node | -",
    expect.stringMatching(
      /v4 \| QmFour \| deploying: 127\S+ did .* \| - \| not at graph-node \| -$/,
    ),
    "",
    "Endpoint of a version or tag: /subgraphs/<name>/<version or tag>",
    "",
  ]);
});

test("errors name the rule and what to do", async () => {
  const standIn = await startStandIn();
  const { subgraph } = commands(standIn);
  const dots = await subgraph("deploy", "transfers/1.0.0", "--ipfs", "QmOne");
  expect(dots.code).toBe(1);
  expect(dots.output).toContain("only letters, digits, - and _ may be used");
  standIn.state.faults.set("subgraph_deploy", { kind: "break", at: "before" });
  const broken = await subgraph("deploy", "transfers/v1", "--ipfs", "QmOne");
  expect(broken.output).toContain("the deployment is recorded: run the command again");
  standIn.state.faults.clear();
  expect((await subgraph("deploy", "transfers/v1", "--ipfs", "QmOne")).code).toBe(0);
});

test("headers come from the environment or the configuration file, and are never shown", async () => {
  const standIn = await startStandIn();
  const { data, flags } = commands(standIn);
  const file = join(data, "settings.json");
  writeFileSync(file, '{ "graph-node-query-header": "Authorization: Bearer file-secret" }');
  const secrets = { CHAINKIT_GRAPH_NODE_ADMIN_HEADER: "x-key: environment-secret" };
  const deploy = ["subgraph", "deploy", "transfers/v1", "--ipfs", "QmOne", ...flags];
  const deployed = await call(deploy, secrets);
  expect([deployed.code, standIn.lastAdmin?.["x-key"]]).toEqual([0, "environment-secret"]);
  const service = await serve(data, standIn, "--config", file);
  const json = { "content-type": "application/json" };
  const query = { method: "POST", headers: json, body: '{"query":"{a}"}' };
  await fetch(`${service.url}/subgraphs/transfers/v1`, query);
  expect(standIn.lastQuery?.headers.authorization).toBe("Bearer file-secret");
  const wrong = await call(deploy, { CHAINKIT_GRAPH_NODE_ADMIN_HEADER: "environment-secret" });
  expect(wrong.output).toContain("--graph-node-admin-header: expected one header");
  const help = await call(["serve", "--help"], secrets);
  const shown = [wrong.output, help.output, service.output()].join();
  expect(shown).not.toMatch(/(file|environment)-secret/);
});

test("readiness, metrics, log and the status command show whether graph-node responds", async () => {
  const standIn = await startStandIn();
  const { data, flags, subgraph } = commands(standIn);
  // Interrupted, so that the service finishes it.
  standIn.state.faults.set("subgraph_deploy", { kind: "break", at: "before" });
  await subgraph("deploy", "transfers/v1", "--ipfs", "QmOne");
  standIn.state.faults.clear();
  const { url, output } = await serve(data, standIn);
  const readiness = async () => (await fetch(`${url}/readyz`)).json();
  const is = (responds: boolean) => ({ admin: responds, query: responds, status: responds });
  await expect.poll(readiness).toMatchObject({ graphNode: { ...is(true), unfinished: 0 } });
  await expect
    .poll(output)
    .toMatch(/"query":true,"status":true,"unfinished":0\},"msg":"graph-node checked"/);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain('chainkit_graph_node_up{interface="admin"} 1');
  expect(metrics).toContain("chainkit_graph_node_unfinished 0");
  const status = async () => {
    const { graphNode } = JSON.parse((await call(["status", "--json", ...flags])).output);
    const { output: text } = await call(["status", ...flags]);
    return [graphNode, text.match(/graph-node (query|status|admin) .*/g)];
  };
  const lines = (what: string) =>
    ["admin", "query", "status"].map((name) => `graph-node ${name} ${what}`);
  expect(await status()).toEqual([is(true), lines("responds")]);
  standIn.stop();
  expect(await status()).toEqual([is(false), lines("does not respond")]);
  await expect.poll(readiness).toMatchObject({ status: "ready", graphNode: is(false) });
});
