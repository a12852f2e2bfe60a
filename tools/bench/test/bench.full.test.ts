import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { bundlePeer, INSTALLED, PEERS } from "../src/peers.ts";

const cli = join(import.meta.dirname, "../src/cli.ts");
const readme = await readFile(join(import.meta.dirname, "../README.md"), "utf8");

/** The rows of a table, with `n` for each figure that is not 0. */
const rowsOf = (text = "") =>
  (text.match(/^\|(?! -).*/gm) ?? [])
    .map((line) => line.replace(/(?<=\| \**)(?!0\.00\b)[\d.,]+/g, "n").replace(/[ *]+/g, " "))
    .map((line) => line.replace(/after [\d.]+/, "after"));

/** Runs a mode, which prints the table of the README and leaves nothing behind. @returns How many goals it has without real blocks. */
async function bench(title: string, ...args: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), "chainkit-bench-"));
  await chmod(folder, 0o755);
  // The bench starts its own PostgreSQL, of which Vitest knows nothing.
  const env = { ...process.env, VITEST: undefined, TMPDIR: folder };
  const argv = [cli, "--quick", ...args];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, argv, { env });
  const [, shown = ""] = readme.split(`### ${title}\n`);
  const isMeasured = (row: string) =>
    !row.includes("mainnet") || !stderr.includes("no real mainnet blocks");
  const wanted = rowsOf(shown.split("###")[0]).filter(isMeasured);
  expect(rowsOf(stdout).slice(0, wanted.length)).toEqual(wanted);
  expect((await readdir(folder)).join()).not.toMatch(/bench|pg-/);
  return stdout.match(/^(met {4}|NOT met) (?!.*mainnet)./gm)?.length;
}

it("has a row for each measure of the clients, all of which import packages side by side", async () => {
  await rm(join(import.meta.dirname, "../peers/generated"), { recursive: true, force: true });
  expect(await bench("Clients")).toBe(10);
  for (const name of PEERS.filter((name) => name !== "fetch")) {
    const bundle = await bundlePeer(name, INSTALLED);
    const [, imported = ""] =
      /^import .+ from "([^.@][^/"]*|@[^"]+)".*;$/m.exec(await readFile(bundle, "utf8")) ?? [];
    const manifest = join(dirname(bundle), "node_modules", imported, "package.json");
    expect(JSON.parse(await readFile(manifest, "utf8"))).toMatchObject({ name: imported });
  }
});

it.runIf(process.platform === "linux")("has figures of every indexer of the chain", async () => {
  expect(await bench("Indexers", "--peers")).toBe(14);
});

it("has the figures of the service", async () => {
  expect(await bench("Service", "--service", "--only", "reads,ingest,soak")).toBe(14);
});
