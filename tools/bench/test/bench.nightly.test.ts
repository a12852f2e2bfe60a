import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { mode } from "../src/clients.ts";
import type { Figure } from "../src/figures.ts";
import { bundlePeer, PEERS } from "../src/peers.ts";

const exec = promisify(execFile);

const cli = join(import.meta.dirname, "../src/cli.ts");

describe("the clients", () => {
  let found: Record<string, Figure[]>;

  beforeAll(async () => {
    const { stdout } = await exec(process.execPath, [cli, "--quick", "--json"]);
    found = JSON.parse(stdout);
  });

  it("have a row for each measure, with a figure of every peer", () => {
    expect(Object.keys(found)).toEqual(mode.names);
    for (const { what, values } of Object.values(found).flat()) {
      expect(Object.keys(values).toSorted(), what).toEqual(PEERS.toSorted());
      expect(Math.min(...Object.values(values)), what).toBeGreaterThan(0);
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
});
