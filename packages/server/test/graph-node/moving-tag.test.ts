import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { finished, runScript } from "../support/command.ts";
import { startStandIn } from "../support/graph-node/graph-node.ts";
import { graphNodeFlags, manage, managementToken, serve } from "../support/graph-node/serve.ts";
import { temporaryFolder } from "../support/support.ts";

const CALLERS = 8;
const MOVES = 40;
const script = fileURLToPath(new URL("../support/graph-node/callers.ts", import.meta.url));

/**
 * Service, callers and graph-node are processes of their own: on one event loop they would take turns,
 * always in the same order.
 */
test("under load, a tag that moves fails no request and leads to the old or the new one", async () => {
  const standIn = await startStandIn();
  const data = temporaryFolder();
  for (const [version, id] of [
    ["v1", "QmOne"],
    ["v2", "QmTwo"],
  ] as const) {
    const flags = ["--ipfs", id, "--data", data, ...graphNodeFlags(standIn)];
    const { code, output } = await finished([
      "subgraph",
      "deploy",
      `transfers/${version}`,
      ...flags,
    ]);
    expect(output).toContain(`transfers ${version} deployed as ${id}`);
    expect(code).toBe(0);
  }
  const token = await managementToken(data);
  const { url } = await serve(data, standIn);
  const endpoint = `${url}/subgraphs/transfers/prod`;
  const moveTo = (version: string) =>
    manage(url, token, "tags/create-tag", { subgraph_name: "transfers", version, tag: "prod" });
  expect(await moveTo("v1")).toBe(200);

  const callers = runScript(script, [endpoint, String(CALLERS)]);
  await callers.until(/calling/);
  for (let move = 0; move < MOVES; move += 1) {
    const version = move % 2 === 0 ? "v2" : "v1";
    expect(await moveTo(version)).toBe(200);
    // Whoever asks after the move gets the new one.
    const after = await fetch(endpoint);
    expect(await after.json()).toMatchObject({ version });
    // Of no fixed length, so that moves and queries meet at ever other points.
    await sleep(Math.random() * 20);
  }
  callers.child.stdin?.end();
  const [text] = await callers.until(/^\{.*\}$/m);
  const seen: Record<string, number> = JSON.parse(text);
  const total = Object.values(seen).reduce((sum, count) => sum + count, 0);
  console.log(`${total} queries over ${MOVES} moves:`, seen);
  expect(Object.keys(seen).sort()).toEqual(["200 v1 QmOne QmOne", "200 v2 QmTwo QmTwo"]);
  expect(total).toBeGreaterThan(MOVES);
}, 120_000);
