import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { specFolder } from "@chainkit/spec";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { sample } from "./defects/attempts.ts";
import { decides, memory } from "./defects/service/defect.ts";
import { envelope } from "./reference/answers.ts";
import { blocks, transactions } from "./reference/data.ts";
import { known, startReference } from "./reference/server.ts";
import { type Service, TOKEN } from "./reference/service.ts";

const folder = join(specFolder, "flows");
const done = envelope(200, "success");
const redocly = join(import.meta.dirname, "../node_modules/@redocly/cli/bin/cli.js");
const files = (await readdir(folder)).filter((file) => file.endsWith(".arazzo.yaml"));

const tagged = { token: TOKEN, graphNs: "example-ns", tag: "prod" };
const listed = { chain: "ethereum", wallet: known.getErc20Balances?.[0]?.walletAddress };

/** Inputs of the flows, which exist in the reference implementation. */
const inputs: Readonly<Record<string, object>> = {
  "tag-lifecycle": { ...tagged, name: "token-transfers", version: "1.0.0" },
  "removal-is-final": { ...tagged, name: "disposable", version: "0.0.1" },
  "next-page": listed,
  "listed-is-found": listed,
};

interface Flow {
  readonly file: string;
  readonly id: string;
  readonly sources: readonly string[];
}

const flows: Flow[] = [];
for (const file of files) {
  const { workflows, sourceDescriptions } = parse(await readFile(join(folder, file), "utf8"));
  const sources = sourceDescriptions.map((each: { name: string }) => each.name);
  for (const { workflowId: id } of workflows) {
    flows.push({ file, id, sources });
  }
}

/** Runs a flow by `redocly respect`; its output, and whether it passed. */
async function respect({ file, id, sources }: Flow, change?: (service: Service) => void) {
  const reference = await startReference(change);
  const servers = sources.flatMap((name) => ["-S", `${name}=${reference.url}`]);
  const sent = ["-w", id, ...servers, "-i", JSON.stringify(inputs[id])];
  const args = [redocly, "respect", join(folder, file), ...sent];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const run = promisify(execFile)(process.execPath, args, { env, timeout: 300_000 });
  return run
    .then(({ stdout, stderr }) => ({ passed: true, output: stdout + stderr }))
    .catch(({ stdout = "", stderr = "" }) => ({ passed: false, output: stdout + stderr }))
    .finally(reference.close);
}

const removedAnyway = memory("remove", function (this: Service["tags"], key) {
  this.versions.delete(key);
  return done;
});

describe.concurrent("the flows of the spec", () => {
  test.each(flows)("$id: passes on the reference implementation", async (flow) => {
    expect(inputs[flow.id]).toBeDefined();
    const { passed, output } = await respect(flow);
    expect(passed, output).toBe(true);
    expect(output).not.toContain(TOKEN);
  });

  // One of each flow, and all of them each night.
  const failures: [id: string, step: string, change: (service: Service) => void][] = [
    ["tag-lifecycle", "listed", memory("create", () => done)],
    ["tag-lifecycle", "gone", memory("delete", () => done)],
    [
      "tag-lifecycle",
      "delete-again",
      memory("delete", (version, tag) => (version.delete(tag) ? done : envelope(500, "none"))),
    ],
    ["removal-is-final", "refused", removedAnyway],
    [
      "removal-is-final",
      "unknown",
      memory("remove", (_, { size }) => (size > 0 ? envelope(409, "tagged") : done)),
    ],
    ["next-page", "second-page", decides("decodeCursor", () => 0)],
    ["next-page", "second-page", decides("encodeCursor", () => null)],
    ["next-page", "foreign-cursor", decides("scopeOf", () => "")],
    ["listed-is-found", "transaction", decides("findTransaction", () => transactions[3])],
    ["listed-is-found", "latest", decides("findBlock", () => blocks[0])],
  ];
  test.each(sample(failures, 5))("%s fails at %s", async (id, step, change) => {
    const flow = flows.find((each) => each.id === id);
    const { passed, output } = await respect(flow as Flow, change);
    expect(passed, output).toBe(false);
    expect(output).toMatch(new RegExp(`✗ [^\\n]* step ${step} `));
  });
});
