import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { bundlePeer } from "../src/bundle.ts";
import { generatePeers } from "../src/generate.ts";
import { generatedFolder } from "../src/install.ts";
import { peers } from "../src/peers.ts";

const exec = promisify(execFile);

const cli = join(import.meta.dirname, "../src/cli.ts");
/** The cells of a Markdown table, however it is aligned. */
const cells = (table: string) =>
  table
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^[|\s-]+$/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));

it("has the table of features in the README of the runtime", async () => {
  const readme = join(import.meta.dirname, "../../../packages/runtime/README.md");
  const text = await readFile(readme, "utf8");
  const [, section = ""] = text.split("## Comparison with peers");
  const { stdout } = await exec(process.execPath, [cli, "--features"]);
  expect(cells(section.split("\n## ")[0] ?? "")).toEqual(cells(stdout));
});

it("has the table of what generators make of our contract", async () => {
  const text = await readFile(join(import.meta.dirname, "../README.md"), "utf8");
  const [, section = ""] = text.split("## The consumers");
  const { stdout } = await exec(process.execPath, [cli, "--consumers"]);
  expect(cells(section.split("\n## ")[0] ?? "")).toEqual(cells(stdout));
});

it("has a figure for every peer", async () => {
  const args = [cli, "--quick", "--only", "size,import", "--json"];
  const { stdout } = await exec(process.execPath, args);
  const found: Record<string, { byPeer: Record<string, number> }> = JSON.parse(stdout);
  expect(Object.keys(found)).toEqual(["import", "size"]);
  for (const { byPeer } of Object.values(found)) {
    expect(Object.keys(byPeer)).toEqual(peers.map(({ name }) => name));
    for (const figure of Object.values(byPeer)) {
      expect(figure).toBeGreaterThan(0);
    }
  }
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

it("visits pages of the docs, of which a second reference costs little", async () => {
  const { stdout } = await exec(process.execPath, [cli, "--docs", "--quick", "--json"]);
  const visits: Record<string, { bytes: number; requests: number; firstPaint: number }> =
    JSON.parse(stdout);
  const bytes = Object.values(visits).map((visit) => visit.bytes);
  const [quickStart = 0, operation = 0, reference = 0, second = 0, plain = 0] = bytes;
  expect(plain).toBeGreaterThan(100_000);
  expect(reference).toBeLessThan(1.1 * plain);
  for (const small of [quickStart, operation, second]) {
    expect(small).toBeGreaterThan(1_000);
    expect(small).toBeLessThan(0.1 * plain);
  }
  for (const { requests, firstPaint } of Object.values(visits)) {
    expect(requests).toBeGreaterThan(0);
    expect(firstPaint).toBeGreaterThan(0);
  }
});
