import { describe, expect, test } from "vitest";
import { NODE, SLOW, startNode } from "../support/graph-node/node.ts";
import { commands } from "../support/graph-node/serve.ts";
import { call } from "../support/in-process.ts";

describe(`the subgraph command with ${NODE}`, SLOW, () => {
  test("deploys, lists and shows versions", async () => {
    const node = await startNode();
    const { name, v1 } = node;
    const { subgraph, data } = commands(node);
    const deployed = await subgraph("deploy", `${name}/v1`, "--ipfs", v1.deploymentId);
    const said = `${name} v1 deployed as ${v1.deploymentId}\nendpoint /subgraphs/${name}/v1\n`;
    expect(deployed.output).toContain(said);
    expect(deployed.code).toBe(0);
    const { output } = await subgraph("list");
    expect(output).toMatch(new RegExp(`${name} +v1 +${v1.deploymentId} +deployed +(yes|no) `));
    expect(output).toContain("/subgraphs/<name>/<version or tag>");
    const without = await call(["subgraph", "list", "--data", data]);
    expect(without.output).toContain(v1.deploymentId);
    expect(without.output).not.toContain("SYNCED");
  });

  test("imports what was deployed outside the service", async () => {
    const node = await startNode();
    const { name, v1 } = node;
    await node.deploy(`${name}/v1`, v1.deploymentId);
    const { subgraph } = commands(node);
    const imported = await subgraph("import", `${name}/v1`);
    expect(imported.output).toMatch(new RegExp(`${name} +v1 +${v1.deploymentId} +registered`));
    expect((await subgraph("import", "nope")).output).toContain("no deployment under nope");
  });
});
