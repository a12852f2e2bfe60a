import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { CLI } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { startStandIn } from "../support/graph-node/graph-node.ts";
import { temporaryFolder } from "../support/support.ts";

const guide = readFileSync(
  new URL("../../../docs/guides/moving-endpoints.md", import.meta.url),
  "utf8",
);
const END = "--- end of block ---";

/** Blocks of commands, each with what it prints; undefined: the guide does not say. */
const blocks = [...guide.matchAll(/```sh\n(.*?)```\n(?:\n```text\n(.*?)```)?/gs)].map(
  ([, commands = "", output]) => ({ commands, output }),
);

test("each command of the guide prints the output shown", async () => {
  const standIn = await startStandIn();
  standIn.state.deployments.set("QmOne", {
    id: "QmOne",
    synced: true,
    health: "healthy",
    error: null,
    node: "index_node_0",
    network: "mainnet",
    latest: 10,
    head: 10,
  });
  const port = String(await freePort());
  const log = join(temporaryFolder(), "serve.log");
  const replaced = Object.entries({
    // First: the ports of the others may begin with it.
    "127.0.0.1:4010": `127.0.0.1:${port}`,
    "npx @chainkit/server": `node "${CLI}"`,
    "./data": temporaryFolder(),
    "http://127.0.0.1:8020": standIn.urls.admin,
    "http://127.0.0.1:8000": standIn.urls.query,
    "http://127.0.0.1:8030": standIn.urls.status,
  });
  const script = blocks.map(({ commands }) => {
    const own = replaced.reduce((text, [from, to]) => text.replaceAll(from, to), commands);
    // Whoever else has the port may accept a request and never respond.
    const started = `until curl -sf --max-time 1 http://127.0.0.1:${port}/healthz >/dev/null; do
      kill -0 $! 2>/dev/null || { cat ${log} >&2; exit 1; }
      sleep 0.1
    done`;
    const run = own.includes(" serve ")
      ? `${own.trim()} --port ${port} >${log} 2>&1 &\n${started}\n`
      : own;
    // What curl prints does not end its line.
    return `${run}\necho; echo "${END}"\n`;
  });
  const trap = "trap 'kill $(jobs -p) 2>/dev/null' EXIT\n";
  const { stdout, stderr } = await promisify(execFile)("bash", ["-c", trap + script.join("")]);
  const outputs = stdout.replaceAll("\r", "").split(END);
  // Each write leaves an audit line there, and nothing else may.
  expect(stderr.replaceAll(/^\{.*"msg":"audit"\}$\n/gm, "")).toBe("");
  expect(blocks.length).toBeGreaterThan(6);
  for (const [at, { output }] of blocks.entries()) {
    if (output !== undefined) {
      expect(outputs[at]?.trim()).toBe(output.trim());
    }
  }
});
