import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { bundlePeer } from "../src/bundle.ts";
import { mode } from "../src/clients.ts";
import type { Figure } from "../src/figures.ts";
import { generatePeers } from "../src/generate.ts";
import { generatedFolder } from "../src/install.ts";
import { peers } from "../src/peers.ts";

const exec = promisify(execFile);

const cli = join(import.meta.dirname, "../src/cli.ts");

it("has a figure for every peer", async () => {
  const { stdout } = await exec(process.execPath, [cli, "--quick", "--json"]);
  const found: Record<string, Figure[]> = JSON.parse(stdout);
  expect(Object.keys(found)).toEqual(mode.names);
  for (const { what, values } of Object.values(found).flat()) {
    expect(Object.keys(values), what).toEqual(peers.map(({ name }) => name));
    for (const figure of Object.values(values)) {
      expect(figure, what).toBeGreaterThan(0);
    }
  }
});

it("prints a row for each measure, and whether the goals are met", async () => {
  const { stdout } = await exec(process.execPath, [cli, "--quick", "--only", "size"]);
  const [head = "", , row = "", ...rest] = stdout.trim().split("\n");
  for (const { name } of peers) {
    expect(head).toContain(` ${name} `);
  }
  expect(row).toMatch(/^\| size, minified and gzipped \(less is better\) \| \d/);
  expect(rest).toContainEqual(
    expect.stringMatching(/^(met {4}|NOT met) no peer .+: redocly has \d/),
  );
});

describe("where it measures installed clients", () => {
  beforeAll(() => generatePeers());

  it.each(peers.filter(({ name }) => name !== "fetch"))(
    "imports $name from a package beside those of its peers",
    async (peer) => {
      const [, name = ""] =
        /^import .+ from "([^.@][^/"]*|@[^"]+)".*;$/m.exec(await bundlePeer(peer, "installed")) ??
        [];
      const manifest = join(generatedFolder, "installed/node_modules", name, "package.json");
      expect(JSON.parse(await readFile(manifest, "utf8"))).toMatchObject({ name });
    },
  );
});

it("visits the explorer and pages of the docs, of which a second reference costs little", async () => {
  const { stdout } = await exec(process.execPath, [cli, "--docs", "--quick", "--json"]);
  const { pages = [], explorer = [] }: Record<string, Figure[]> = JSON.parse(stdout);
  expect(explorer.map(({ what }) => what)).toEqual(["largest paint, explorer"]);
  expect(explorer[0]?.values.ours).toBeGreaterThan(0);
  expect(pages.map(({ what }) => what)).toEqual(
    ["quick start", "operation", "reference", "reference, after that of another area"].flatMap(
      (name) => [`bytes, ${name}`, `first paint, ${name}`],
    ),
  );
  for (const { what, ratio, aim } of pages) {
    expect(ratio, what).toBeGreaterThan(0);
    expect([aim ?? []].flat(), what).not.toContainEqual(expect.objectContaining({ met: false }));
  }
});
