import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { mode as clients } from "../src/clients.ts";
import type { Figure } from "../src/figures.ts";
import { mode as indexers } from "../src/indexers/index.ts";
import { bundlePeer, PEERS } from "../src/peers.ts";
import { mode as service } from "../src/service/index.ts";

const cli = join(import.meta.dirname, "../src/cli.ts");

/** Runs a mode. @returns Its figures by measure. */
async function bench(...args: readonly string[]) {
  // The bench starts its own PostgreSQL, of which Vitest knows nothing.
  const env = { ...process.env, VITEST: undefined };
  const argv = [cli, "--quick", "--json", ...args];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, argv, { env });
  const found: Record<string, Figure[]> = JSON.parse(stdout);
  for (const { what, values } of Object.values(found).flat()) {
    expect(Math.min(...Object.values(values)), what).toBeGreaterThan(0);
  }
  return { found, stderr };
}

it("has a row for each measure of the clients, with a figure of every peer", async () => {
  const { found } = await bench();
  expect(Object.keys(found)).toEqual(clients.names);
  for (const { what, values } of Object.values(found).flat()) {
    expect(Object.keys(values).toSorted(), what).toEqual(PEERS.toSorted());
  }
});

it.each(PEERS.filter((name) => name !== "fetch"))(
  "imports %s from a package beside those of its peers",
  async (name) => {
    const bundle = await bundlePeer(name, true);
    const [, imported = ""] =
      /^import .+ from "([^.@][^/"]*|@[^"]+)".*;$/m.exec(await readFile(bundle, "utf8")) ?? [];
    const manifest = join(dirname(bundle), "node_modules", imported, "package.json");
    expect(JSON.parse(await readFile(manifest, "utf8"))).toMatchObject({ name: imported });
  },
);

it.runIf(process.platform === "linux")(
  "has figures of every indexer, all of which have indexed the whole chain",
  async () => {
    expect(Object.keys((await bench("--peers")).found)).toEqual(indexers.names);
  },
);

it("has the figures of the service", async () => {
  const { found, stderr } = await bench("--service", "--only", service.names.join());
  const counts = Object.values(found).map(({ length }) => length);
  expect(Object.keys(found)).toEqual(service.names);
  expect(counts).toEqual([13, stderr.includes("no real mainnet blocks") ? 1 : 7, 1]);
});
