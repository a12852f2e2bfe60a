import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { bundlePeer } from "../src/bundle.ts";
import { mode } from "../src/clients.ts";
import type { Figure } from "../src/figures.ts";
import { generatedFolder } from "../src/install.ts";
import { peers } from "../src/peers.ts";

const exec = promisify(execFile);

const cli = join(import.meta.dirname, "../src/cli.ts");

describe("the clients", () => {
  let rows: string[][];
  let goals: string[];

  beforeAll(async () => {
    const { stdout } = await exec(process.execPath, [cli, "--quick"]);
    const [table = "", list = ""] = stdout.trim().split("\n\n");
    rows = table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
    goals = list.split("\n");
  });

  it("has a row for each measure, with a figure of every peer", () => {
    const [head = [], , ...body] = rows;
    const names = peers.map(({ name }) => name);
    expect(head.slice(2, -2)).toEqual(names);
    expect(body).toHaveLength(mode.names.length);
    for (const [, what, ...cells] of body) {
      expect(what).toMatch(/\((?:more|less) is better\)$/);
      for (const ratio of cells.slice(0, names.length)) {
        expect(Number(ratio), what).toBeGreaterThan(0);
      }
      expect(cells.at(names.length), what).toMatch(/^\d/);
    }
  });

  it("says of each goal whether it is met", () => {
    for (const goal of goals) {
      expect(goal).toMatch(/^(?:met {4}|NOT met) /);
    }
    expect(goals).toContainEqual(expect.stringMatching(/ at least 0.95 × openapi-fetch/));
    expect(goals).toContainEqual(expect.stringMatching(/ no peer .+: redocly has \d/));
  });

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
